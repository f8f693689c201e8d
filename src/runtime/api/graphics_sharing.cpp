// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of cl_khr_gl_sharing, cl_khr_gl_event, cl_khr_egl_image and cl_khr_egl_event.
// None of them is supported: no context is made from a GL or EGL one, and no object is shared. They
// have places in the dispatch table, and loaders call through it unasked, so they answer.
#include "api/checks/queue.h"

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

using namespace weft::runtime;

namespace {

/// "if context is not a valid context or was not created from a GL context"
cl_mem refuseShared(cl_int *statusOut, const char *entryPoint = __builtin_FUNCTION()) {
  return entryReturning(statusOut, []() -> cl_mem { throw Error(CL_INVALID_CONTEXT); }, entryPoint);
}

/// "if context associated with command_queue was not created from an OpenGL context"
cl_int refuseShareCommand(cl_command_queue queue, const char *entryPoint = __builtin_FUNCTION()) {
  return entry(
      [&] {
        hostQueue(queue);
        throw Error(CL_INVALID_CONTEXT);
      },
      entryPoint);
}

/// "if there is no GL object associated with memobj"
cl_int refuseGlObject(cl_mem memory, const char *entryPoint = __builtin_FUNCTION()) {
  return entry(
      [&] {
        requireHandle(memory, HandleKind::Memory);
        throw Error(CL_INVALID_GL_OBJECT);
      },
      entryPoint);
}

cl_event refuseSync(cl_int *statusOut, const char *entryPoint = __builtin_FUNCTION()) {
  return entryReturning(
      statusOut, []() -> cl_event { throw Error(CL_INVALID_CONTEXT); }, entryPoint);
}

} // namespace

WEFT_ENTRY cl_mem clCreateFromGLBuffer(cl_context, cl_mem_flags, cl_GLuint, cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_mem clCreateFromGLTexture(cl_context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                                        cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_mem clCreateFromGLTexture2D(cl_context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                                          cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_mem clCreateFromGLTexture3D(cl_context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                                          cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_mem clCreateFromGLRenderbuffer(cl_context, cl_mem_flags, cl_GLuint,
                                             cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_int clGetGLObjectInfo(cl_mem memory, cl_gl_object_type *, cl_GLuint *) {
  return refuseGlObject(memory);
}
WEFT_ENTRY cl_int clGetGLTextureInfo(cl_mem memory, cl_gl_texture_info, size_t, void *, size_t *) {
  return refuseGlObject(memory);
}
WEFT_ENTRY cl_int clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint, const cl_mem *,
                                            cl_uint, const cl_event *, cl_event *) {
  return refuseShareCommand(queue);
}
WEFT_ENTRY cl_int clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint, const cl_mem *,
                                            cl_uint, const cl_event *, cl_event *) {
  return refuseShareCommand(queue);
}
WEFT_ENTRY cl_int clGetGLContextInfoKHR(const cl_context_properties *, cl_gl_context_info, size_t,
                                        void *, size_t *) {
  // "if a context was specified ... [that] does not support sharing with OpenCL"
  return entry([] { throw Error(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR); });
}
WEFT_ENTRY cl_event clCreateEventFromGLsyncKHR(cl_context, cl_GLsync, cl_int *statusOut) {
  return refuseSync(statusOut);
}

WEFT_ENTRY cl_mem clCreateFromEGLImageKHR(cl_context, CLeglDisplayKHR, CLeglImageKHR, cl_mem_flags,
                                          const cl_egl_image_properties_khr *, cl_int *statusOut) {
  return refuseShared(statusOut);
}
WEFT_ENTRY cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem *,
                                                cl_uint, const cl_event *, cl_event *) {
  return refuseShareCommand(queue);
}
WEFT_ENTRY cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem *,
                                                cl_uint, const cl_event *, cl_event *) {
  return refuseShareCommand(queue);
}
WEFT_ENTRY cl_event clCreateEventFromEGLSyncKHR(cl_context, CLeglSyncKHR, CLeglDisplayKHR,
                                                cl_int *statusOut) {
  return refuseSync(statusOut);
}
