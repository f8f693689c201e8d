// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/executable.h"

#include <algorithm>
#include <cstring>

namespace weft::runtime {

Executable::Executable(std::shared_ptr<const LoadedObject> code) : code_(std::move(code)) {
  const WeftModuleDescriptor &module = code_->module();
  if (module.programScopeBytes == 0)
    return;
  AlignedDelete aligned;
  aligned.alignment = std::max(kAlignment, std::align_val_t(module.programScopeAlignment));
  auto *bytes =
      static_cast<unsigned char *>(::operator new[](module.programScopeBytes, aligned.alignment));
  programScope_ = std::unique_ptr<unsigned char[], AlignedDelete>(bytes, aligned);
  // Variables without an initialiser are zero; the initialiser writes only the others.
  std::memset(bytes, 0, module.programScopeBytes);
  if (module.initializeProgramScope)
    module.initializeProgramScope(bytes);
}

const WeftKernelDescriptor *Executable::find(std::string_view kernelName) const {
  const WeftModuleDescriptor &all = module();
  for (std::uint32_t i = 0; i < all.kernelCount; ++i)
    if (kernelName == all.kernels[i]->name)
      return all.kernels[i];
  return nullptr;
}

} // namespace weft::runtime
