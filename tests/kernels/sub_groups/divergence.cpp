// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-group functions among branches, loops and memory, in sub-groups of every size.
#include "kernels/sub_groups/cooperation.h"

namespace weft::test {
namespace {

class SubGroupControlFlow : public CooperationTest {};

// Work-items leave the loop one after the other; who is left counts itself.
TEST_F(SubGroupControlFlow, ALoopCountsThoseThatAreInIt) {
  for (unsigned size : {1u, 4u, 8u, 16u, 32u}) {
    Kernel kernel = buildKernel(subGroupSize(size) + R"(
      kernel void count(global uint *out) {
        uint sum = 0;
        for (uint i = 0; i <= get_sub_group_local_id() % 5; ++i)
          sum = sum * 37 + sub_group_non_uniform_reduce_add(1u);
        out[get_global_linear_id()] = sum;
      })");
    expectOnEveryShape<cl_uint>(kernel, [size](const WorkItem &item) {
      const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
      const size_t first = item.localLinear() / size * size;
      const size_t members = std::min<size_t>(size, items - first);
      cl_uint sum = 0;
      for (size_t i = 0; i <= item.localLinear() % size % 5; ++i) {
        cl_uint count = 0;
        for (size_t lane = 0; lane < members; ++lane)
          count += lane % 5 >= i;
        sum = sum * 37 + count;
      }
      return sum;
    });
  }
}

// The same function of the same value on both sides of a branch, and before it.
TEST_F(SubGroupControlFlow, EachSideOfABranchHasItsOwnResult) {
  for (unsigned size : {1u, 8u, 16u}) {
    Kernel kernel = buildKernel(subGroupSize(size) + R"(
      kernel void sides(global uint *out) {
        uint before = popcount(sub_group_ballot(1).x), here;
        if (get_local_linear_id() % 3 == 0)
          here = popcount(sub_group_ballot(1).x);
        else
          here = popcount(sub_group_ballot(1).x) + 50;
        out[get_global_linear_id()] = before * 100 + here;
      })");
    expectOnEveryShape<cl_uint>(kernel, [size](const WorkItem &item) {
      const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
      const size_t first = item.localLinear() / size * size;
      const size_t end = std::min(items, first + size);
      cl_uint thirds = 0;
      for (size_t i = first; i < end; ++i)
        thirds += i % 3 == 0;
      const cl_uint all = cl_uint(end - first);
      return all * 100 + (item.localLinear() % 3 == 0 ? thirds : all - thirds + 50);
    });
  }
}

// What a sub-group wrote to local memory before its barrier, all of it reads behind; work-group
// barriers and values that live across them beside it.
TEST_F(SubGroupControlFlow, BarriersOrderMemory) {
  for (unsigned size : {1u, 4u, 16u, 32u}) {
    Kernel kernel = buildKernel(subGroupSize(size) + R"(
      kernel void reverse(global uint *out) {
        local uint memory[256];
        uint id = get_local_linear_id();
        uint first = id - get_sub_group_local_id();
        memory[id] = id * 3;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        uint mirrored = memory[first + get_sub_group_size() - 1 - get_sub_group_local_id()];
        uint sum = sub_group_reduce_add(mirrored);
        barrier(CLK_LOCAL_MEM_FENCE);
        memory[id] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint ofFirst = memory[0];
        out[get_global_linear_id()] = mirrored + sum * 7 + ofFirst * 11;
      })");
    expectOnEveryShape<cl_uint>(kernel, [size](const WorkItem &item) {
      const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
      auto sumFrom = [&](size_t first) {
        size_t sum = 0;
        for (size_t i = first; i < std::min(items, first + size); ++i)
          sum += i * 3;
        return sum;
      };
      const size_t first = item.localLinear() / size * size;
      const size_t end = std::min(items, first + size);
      const size_t mirrored = (first + end - 1 - item.localLinear()) * 3;
      return cl_uint(mirrored + sumFrom(first) * 7 + sumFrom(0) * 11);
    });
  }
}

// All ids of a work-item, and its private memory, whichever way lanes lie.
TEST_F(SubGroupControlFlow, IdsAndPrivateArraysStayRight) {
  for (unsigned size : {1u, 4u, 8u, 16u, 32u}) {
    Kernel kernel = buildKernel(subGroupSize(size) + R"(
      kernel void ids(global uint *out) {
        uint array[8];
        for (uint i = 0; i < 8; ++i)
          array[i] = (uint)get_global_id(i % 3) * 7 + (uint)get_local_id(i % 3) * 3 + i;
        uint sum = (int)get_global_id(0) * 2;
        for (uint i = 0; i < 8; ++i)
          sum = sum * 31 + array[(i + get_sub_group_local_id()) % 8];
        barrier(0);
        sum += array[get_local_id(0) % 8];
        out[get_global_linear_id()] = sum + (uint)get_group_id(0) + sub_group_any(0);
      })");
    expectOnEveryShape<cl_uint>(kernel, [size](const WorkItem &item) {
      cl_uint array[8];
      for (cl_uint i = 0; i < 8; ++i)
        array[i] = cl_uint(item.global[i % 3]) * 7 + cl_uint(item.local[i % 3]) * 3 + i;
      cl_uint sum = cl_uint(item.global[0]) * 2;
      for (cl_uint i = 0; i < 8; ++i)
        sum = sum * 31 + array[(i + item.localLinear() % size) % 8];
      sum += array[item.local[0] % 8];
      return sum + cl_uint(item.group[0]);
    });
  }
}

// 32-bit ids pass 2^31 in the middle of a row: it is not cut there.
TEST_F(SubGroupControlFlow, SubGroupsStayWholeWhere32BitIdsWrap) {
  Kernel kernel = buildKernel(subGroupSize(8) + R"(
    kernel void wrap(global uint *out, ulong first) {
      out[get_global_id(0) - first] = (uint)((int)get_global_id(0) / 16) + sub_group_reduce_add(1u);
    })");
  const size_t first = (size_t(1) << 31) - 12;
  auto out = buffer<cl_uint>(std::vector<cl_uint>(32));
  kernel.setArgs(out, cl_ulong(first));
  enqueue(kernel, NDRange(32).local({32}).offset({first}));
  const std::vector<cl_uint> got = read(out);
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], cl_uint(cl_int(cl_uint(first + i)) / 16) + 8) << i;
}

} // namespace
} // namespace weft::test
