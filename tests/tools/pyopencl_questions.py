#!/usr/bin/python3
# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the platform and the devices everything that pyopencl has a name for, and moves some data,
without building a program (compiler_starts.sh)."""
import sys

import numpy
import pyopencl as cl


def ask(object, names):
    """How many of the questions have an answer; those of absent extensions have none."""
    answers = 0
    for name in dir(names):
        if name.isupper():
            try:
                object.get_info(getattr(names, name))
                answers += 1
            except cl.Error:
                pass
    return answers


platform = next(p for p in cl.get_platforms() if p.name == "Weft")
answers = ask(platform, cl.platform_info)
for device in platform.get_devices():
    answers += ask(device, cl.device_info)
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    data = numpy.arange(1000)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, data.nbytes)
    back = numpy.empty_like(data)
    cl.enqueue_copy(queue, buffer, data)
    cl.enqueue_copy(queue, back, buffer)
    assert (back == data).all()
if answers < 70:
    sys.exit(f"only {answers} answers: this asks nothing")
