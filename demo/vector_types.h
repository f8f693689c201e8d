// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of OpenCL C as the demo's kernels use, in plain scalar C++, so that the reference is the
// kernel's own text.
#pragma once

#include <cmath>

namespace weft::demo {

struct float3 {
  float x, y, z;
};
struct float4 {
  float x, y, z, w;
};

inline float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline float3 operator*(float3 a, float3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline float3 operator*(float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline float3 cross(float3 a, float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float3 normalize(float3 a) { return a * (1.0f / std::sqrt(dot(a, a))); }

using std::cos, std::exp, std::fabs, std::log, std::pow, std::sin, std::sqrt;
inline float fmin(float a, float b) { return a < b ? a : b; }
inline float fmax(float a, float b) { return a > b ? a : b; }
inline float clamp(float x, float low, float high) { return fmin(fmax(x, low), high); }

} // namespace weft::demo

#define V3(x, y, z) (float3{x, y, z})
#define V4(x, y, z, w) (float4{x, y, z, w})
