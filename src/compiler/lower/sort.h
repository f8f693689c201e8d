// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::stable_sort without libstdc++ 12's deprecated get_temporary_buffer, which -Werror refuses.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace weft::compiler {

template <class T, class Less> void sortStably(llvm::SmallVectorImpl<T> &list, Less less) {
  llvm::SmallVector<std::pair<std::size_t, T>> numbered;
  for (auto &element : list)
    numbered.emplace_back(numbered.size(), element);
  llvm::sort(numbered, [&](const auto &a, const auto &b) {
    if (less(a.second, b.second))
      return true;
    return !less(b.second, a.second) && a.first < b.first;
  });
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = numbered[i].second;
}

} // namespace weft::compiler
