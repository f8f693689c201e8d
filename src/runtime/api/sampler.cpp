// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: OpenCL 3.0 API 5.7. Without images no sampler can be made, so no handle is one.
#include "api/entry.h"

using namespace weft::runtime;

namespace {

cl_sampler refuseSampler(cl_context context, cl_int *statusOut,
                         const char *entryPoint = __builtin_FUNCTION()) {
  return entryReturning(
      statusOut,
      [&]() -> cl_sampler {
        requireHandle(context, HandleKind::Context);
        // "if images are not supported by any device associated with context"
        throw Error(CL_INVALID_OPERATION);
      },
      entryPoint);
}

} // namespace

WEFT_ENTRY cl_sampler clCreateSamplerWithProperties(cl_context context,
                                                    const cl_sampler_properties *,
                                                    cl_int *statusOut) {
  return refuseSampler(context, statusOut);
}

WEFT_ENTRY cl_sampler clCreateSampler(cl_context context, cl_bool, cl_addressing_mode,
                                      cl_filter_mode, cl_int *statusOut) {
  return refuseSampler(context, statusOut);
}

WEFT_ENTRY cl_int clRetainSampler(cl_sampler sampler) {
  return entry([&] { requireHandle(sampler, HandleKind::Sampler); });
}

WEFT_ENTRY cl_int clReleaseSampler(cl_sampler sampler) {
  return entry([&] { requireHandle(sampler, HandleKind::Sampler); });
}

WEFT_ENTRY cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info, size_t, void *, size_t *) {
  return entry([&] { requireHandle(sampler, HandleKind::Sampler); });
}
