#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays, elementwise kernels, a reduction and a scan by Debian's python3-pyopencl, against numpy."""
import sys

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.array as cl_array
    from pyopencl.elementwise import ElementwiseKernel
    from pyopencl.reduction import ReductionKernel
    from pyopencl.scan import GenericScanKernel
except ImportError as missing:
    print(f"not installed: {missing}")
    sys.exit(77)


def expect(what, got, wanted, relative=0.0):
    if not np.allclose(got, wanted, rtol=relative, atol=0):
        worst = np.argmax(np.abs(np.asarray(got, float) - np.asarray(wanted, float)))
        sys.exit(f"{what}: element {worst} is {np.ravel(got)[worst]}, not {np.ravel(wanted)[worst]}")
    print(f"{what}: right")


platform = next((p for p in cl.get_platforms() if "Weft" in p.name), None)
if platform is None:
    sys.exit(f"Weft is not among {cl.get_platforms()}")
context = cl.Context(platform.get_devices())
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
random = np.random.default_rng(1)

for dtype in (np.float32, np.float64, np.int32, np.uint8, np.int64):
    a = (random.random(10007) * 100).astype(dtype)
    b = (random.random(10007) * 100 + 1).astype(dtype)
    x, y = cl_array.to_device(queue, a), cl_array.to_device(queue, b)
    exact = 0.0 if np.issubdtype(dtype, np.integer) else 4 * np.finfo(dtype).eps
    expect(f"{dtype.__name__} x + y", (x + y).get(), a + b, exact)
    expect(f"{dtype.__name__} x * y - x", (x * y - x).get(), a * b - a, max(exact, 1e-4 if exact else 0))
    expect(f"{dtype.__name__} maximum", cl_array.maximum(x, y).get(), np.maximum(a, b))
    expect(f"{dtype.__name__} slice", x[17:4001:1].get(), a[17:4001])

a = random.random(65536).astype(np.float32)
x = cl_array.to_device(queue, a)
out = cl_array.empty_like(x)
wave = ElementwiseKernel(context, "float scale, __global const float *x, __global float *out",
                         "out[i] = scale * sin(x[i]) + cos(x[i]) * x[i]", "wave")
wave(np.float32(3), x, out)
expect("elementwise kernel", out.get(), np.float32(3) * np.sin(a) + np.cos(a) * a, 1e-5)

total = ReductionKernel(context, np.float64, neutral="0", reduce_expr="a+b", map_expr="(double)x[i]*y[i]",
                        arguments="__global const float *x, __global const float *y")
expect("reduction", total(x, out).get(), np.dot(a.astype(np.float64), out.get().astype(np.float64)), 1e-10)

values = random.integers(0, 100, 30011).astype(np.int32)
z = cl_array.to_device(queue, values)
GenericScanKernel(context, np.int32, arguments="__global int *z", input_expr="z[i]", scan_expr="a+b", neutral="0",
                  output_statement="z[i] = item;")(z)
expect("scan", z.get(), np.cumsum(values))

program = cl.Program(context, """
kernel void transposed(global const float *in, global float *out, local float *tile) {
  const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  tile[ly * 17 + lx] = in[y * get_global_size(0) + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 16 + ly) * get_global_size(1) + get_group_id(1) * 16 + lx] = tile[lx * 17 + ly];
}""").build("-cl-fast-relaxed-math")
matrix = random.random((128, 256)).astype(np.float32)
source = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=matrix)
target = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, matrix.nbytes)
event = program.transposed(queue, (256, 128), (16, 16), source, target, cl.LocalMemory(16 * 17 * 4))
event.wait()
result = np.empty((256, 128), np.float32)
cl.enqueue_copy(queue, result, target)
expect("transposition in local memory", result, matrix.T)
if not event.profile.queued <= event.profile.submit <= event.profile.start <= event.profile.end:
    sys.exit("profiling times are out of order")
