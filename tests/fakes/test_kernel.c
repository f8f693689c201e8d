// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel object as weftc makes them, by hand: `write` stores WEFT_TEST_VALUE plus a program-scope
// variable (initially 40) to the address in its argument, and counts the variable up.
#include "weft/abi/kernel_descriptor.h"
#include "weft/abi/version.h"

#ifndef WEFT_TEST_ABI
#define WEFT_TEST_ABI WEFT_ABI_VERSION
#endif

static void run(const WeftLaunchState *launch, WeftWorkerState *worker, uint64_t firstGroup,
                uint64_t endGroup) {
  (void)worker;
  int32_t *out = *(int32_t *const *)launch->arguments;
  int32_t *counter = (int32_t *)launch->programScope;
  for (uint64_t group = firstGroup; group < endGroup; ++group)
    out[group] = WEFT_TEST_VALUE + (*counter)++;
}

static void initialize(unsigned char *programScope) { *(int32_t *)programScope = 40; }

static const WeftKernelVariant variants[] = {{.run = run, .packetWidth = 1}};
static const WeftKernelDescriptor write = {
    .name = "write", .variants = variants, .variantCount = 1, .argumentBytes = 8};
static const WeftKernelDescriptor *const kernels[] = {&write};

__attribute__((visibility("default")))
const WeftModuleDescriptor weft_module = {.abiVersion = WEFT_TEST_ABI,
                                          .kernelCount = 1,
                                          .kernels = kernels,
                                          .programScopeBytes = 8,
                                          .programScopeAlignment = 4,
                                          .initializeProgramScope = initialize};
