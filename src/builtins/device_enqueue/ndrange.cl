// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.19.9 ndrange_t. A local size of 0 leaves the choice to the driver, as
// WeftNDRange says; dimensions that are not there have size 1.
#include "builtin.h"

WEFT_BUILTIN ndrange_t ndrange_1D(size_t offset, size_t globalSize, size_t localSize) {
  return (ndrange_t){1, {offset, 0, 0}, {globalSize, 1, 1}, {localSize, 1, 1}};
}
WEFT_BUILTIN ndrange_t ndrange_1D(size_t globalSize, size_t localSize) {
  return ndrange_1D(0, globalSize, localSize);
}
WEFT_BUILTIN ndrange_t ndrange_1D(size_t globalSize) {
  return (ndrange_t){1, {0, 0, 0}, {globalSize, 1, 1}, {0, 0, 0}};
}

WEFT_BUILTIN ndrange_t ndrange_2D(const size_t offset[2], const size_t globalSize[2],
                                  const size_t localSize[2]) {
  return (ndrange_t){2,
                     {offset[0], offset[1], 0},
                     {globalSize[0], globalSize[1], 1},
                     {localSize[0], localSize[1], 1}};
}
WEFT_BUILTIN ndrange_t ndrange_2D(const size_t globalSize[2], const size_t localSize[2]) {
  const size_t offset[2] = {0, 0};
  return ndrange_2D(offset, globalSize, localSize);
}
WEFT_BUILTIN ndrange_t ndrange_2D(const size_t globalSize[2]) {
  return (ndrange_t){2, {0, 0, 0}, {globalSize[0], globalSize[1], 1}, {0, 0, 0}};
}

WEFT_BUILTIN ndrange_t ndrange_3D(const size_t offset[3], const size_t globalSize[3],
                                  const size_t localSize[3]) {
  return (ndrange_t){3,
                     {offset[0], offset[1], offset[2]},
                     {globalSize[0], globalSize[1], globalSize[2]},
                     {localSize[0], localSize[1], localSize[2]}};
}
WEFT_BUILTIN ndrange_t ndrange_3D(const size_t globalSize[3], const size_t localSize[3]) {
  const size_t offset[3] = {0, 0, 0};
  return ndrange_3D(offset, globalSize, localSize);
}
WEFT_BUILTIN ndrange_t ndrange_3D(const size_t globalSize[3]) {
  return (ndrange_t){3, {0, 0, 0}, {globalSize[0], globalSize[1], globalSize[2]}, {0, 0, 0}};
}
