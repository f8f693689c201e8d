// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel over ND-ranges of every awkward shape and compares each work-item's result with
// what plain C++ says it is. Compilers of kernels fail at edges: groups of one, partial last
// groups, extents below the vector width, more dimensions than are used.
#pragma once

#include "support/opencl_test.h"

#include <array>
#include <string>
#include <vector>

namespace weft::test {

/// What the work-item functions return in one work-item.
struct WorkItem {
  using Ids = std::array<size_t, 3>;
  Ids global{}, local{}, group{};
  Ids globalSize{1, 1, 1}, localSize{1, 1, 1}, enqueuedLocalSize{1, 1, 1}, groups{1, 1, 1};
  Ids offset{};
  unsigned dimensions = 1;

  /// get_global_linear_id() and get_local_linear_id(), OpenCL C 6.15.1.
  size_t globalLinear() const {
    return ((global[2] - offset[2]) * globalSize[1] + global[1] - offset[1]) * globalSize[0] +
           global[0] - offset[0];
  }
  size_t localLinear() const {
    return (local[2] * localSize[1] + local[1]) * localSize[0] + local[0];
  }
  size_t groupLinear() const { return (group[2] * groups[1] + group[1]) * groups[0] + group[0]; }
};

struct Shape {
  unsigned dimensions;
  WorkItem::Ids global, local;
  WorkItem::Ids offset{};

  std::string name() const;
  size_t items() const { return global[0] * global[1] * global[2]; }
  size_t localItems() const { return local[0] * local[1] * local[2]; }
  bool uniform() const;
  NDRange range() const;
  /// All work-items, by global linear id.
  std::vector<WorkItem> workItems() const;
};

/// One, two and three dimensions, groups of one, prime extents, partial last groups, offsets.
const std::vector<Shape> &everyShape();

class KernelTest : public OpenClTest {
protected:
  /// Runs `kernel`, whose first argument is `global T *out` with a place for each work-item by
  /// global linear id, over every shape; expects out[i] == expected(workItem). `arguments` follow
  /// out.
  template <class T, class Expected, class... Arguments>
  void expectOnEveryShape(Kernel &kernel, Expected &&expected, const Arguments &...arguments) {
    const bool ragged = deviceInfo<cl_bool>(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
    for (const Shape &shape : everyShape())
      if (ragged || shape.uniform())
        expectOn<T>(shape, kernel, expected, arguments...);
  }

  template <class T, class Expected, class... Arguments>
  void expectOn(const Shape &shape, Kernel &kernel, Expected &&expected,
                const Arguments &...arguments) {
    SCOPED_TRACE(shape.name());
    const T untouched = T(77);
    // One place more: nothing may be written beyond the last work-item's.
    auto out = buffer<T>(std::vector<T>(shape.items() + 1, untouched));
    kernel.setArgs(out, arguments...);
    enqueue(kernel, shape.range());
    std::vector<T> got = read(out);
    EXPECT_EQ(got.back(), untouched) << "a work-item that does not exist has run";
    size_t wrong = 0;
    for (const WorkItem &item : shape.workItems()) {
      const T wanted = expected(item);
      const T found = got[item.globalLinear()];
      if (!(found == wanted) && ++wrong <= 3)
        ADD_FAILURE() << "work-item " << item.globalLinear() << " gave " << +found << ", not "
                      << +wanted;
    }
    EXPECT_EQ(wrong, 0u) << "wrong work-items of " << shape.items();
  }
};

} // namespace weft::test
