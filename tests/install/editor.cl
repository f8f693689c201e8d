// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an editor's Clang, which knows nothing of Weft, is to make of the installed headers: no
// complaint.
#include <opencl_atomic>
#include <opencl_common>
#include <opencl_def>
#include <opencl_device_queue>
#include <opencl_integer>
#include <opencl_math>
#include <opencl_memory>
#include <opencl_synchronization>
#include <opencl_work_group>
#include <opencl_work_item>
using namespace cl;

kernel void k(device_queue q, global<int> *out, global_ptr<float> in, local_ptr<int[]> scratch) {
  local<atomic_int> count;
  event done;
  scratch[get_local_id(0)] = clamp(int(sqrt(*in)), 1, 3);
  work_group_barrier(mem_fence::local | mem_fence::global);
  count.fetch_add(native::sin(1.0f) > 0);
  q.enqueue_kernel(
      enqueue_policy::wait_kernel, 0, nullptr, &done, ndrange({8, 8}, {4, 4}),
      [=](auto p, int n) { out[get_global_id(0)] = p[n]; }, local_ptr<int[]>::size_type(4), 2);
  done.release();
}
