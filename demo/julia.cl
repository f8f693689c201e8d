// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A quaternion Julia set over a pool, ray-marched: soft shadows, ambient occlusion, one reflection.
// The same text is compiled twice, as OpenCL C for the device and as C++ for the reference
// (reference.cpp), so it keeps to what both languages have: no swizzles, V3 and V4 for literals.

#ifdef __OPENCL_VERSION__
#define V3(x, y, z) ((float3)(x, y, z))
#define V4(x, y, z, w) ((float4)(x, y, z, w))
#endif

// c of z -> z^2 + c. Chosen by eye.
#define JULIA_C V4(-0.450f, -0.447f, 0.181f, 0.306f)
#define JULIA_STEPS 11
#define MARCH_STEPS 160
#define FAR 30.0f
#define FLOOR_Y -1.05f

typedef struct {
  float distance;
  float trap; // how near the orbit came to the origin: colours the surface
  float band; // how near it came to a plane
} JuliaSample;

// Distance to the set from below, |z| log|z| / 2|z'|, with |z'| carried along the orbit.
JuliaSample juliaDistance(float3 p) {
  float4 z = V4(p.x, p.y, p.z, 0.0f);
  const float4 c = JULIA_C;
  float derivative2 = 1.0f;
  float norm2 = dot(z, z);
  JuliaSample s = {0.0f, norm2, 1.0f};
  for (int i = 0; i < JULIA_STEPS && norm2 < 256.0f; ++i) {
    derivative2 *= 4.0f * norm2;
    z = V4(z.x * z.x - z.y * z.y - z.z * z.z - z.w * z.w, 2.0f * z.x * z.y, 2.0f * z.x * z.z,
           2.0f * z.x * z.w) +
        c;
    norm2 = dot(z, z);
    s.trap = fmin(s.trap, norm2);
    s.band = fmin(s.band, fabs(z.y + 0.4f * z.w));
  }
  s.distance = 0.25f * log(norm2) * sqrt(norm2 / derivative2);
  return s;
}

float3 turned(float3 p) { // the set, turned to its best side
  const float s = sin(0.55f), c = cos(0.55f);
  const float3 q = V3(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
  const float s2 = sin(-0.35f), c2 = cos(-0.35f);
  return V3(c2 * q.x - s2 * q.y, s2 * q.x + c2 * q.y, q.z);
}

// Where the ray enters the sphere around the set; negative: it does not.
float boundingSphere(float3 origin, float3 direction, float radius) {
  const float b = dot(origin, direction);
  const float c = dot(origin, origin) - radius * radius;
  const float h = b * b - c;
  if (h < 0.0f)
    return -1.0f;
  const float root = sqrt(h);
  return root < b ? -1.0f : fmax(0.0f, -b - root);
}

// How far along the ray the set is; FAR where it is not. `pixel` is the width of the ray at distance
// 1: detail below it would be noise.
float marchJulia(float3 origin, float3 direction, float pixel) {
  float t = boundingSphere(origin, direction, 1.5f);
  if (t < 0.0f)
    return FAR;
  const float end = t + 3.0f;
  for (int i = 0; i < MARCH_STEPS && t < end; ++i) {
    const float d = juliaDistance(turned(origin + direction * t)).distance;
    if (d < 0.6f * pixel * t)
      return t;
    t += d;
  }
  return t < end ? t : FAR;
}

float3 juliaNormal(float3 p, float h) {
  // Four samples on a tetrahedron: no direction is favoured.
  const float3 a = V3(1.0f, -1.0f, -1.0f), b = V3(-1.0f, -1.0f, 1.0f), c = V3(-1.0f, 1.0f, -1.0f),
               d = V3(1.0f, 1.0f, 1.0f);
  return normalize(a * juliaDistance(turned(p + a * h)).distance +
                   b * juliaDistance(turned(p + b * h)).distance +
                   c * juliaDistance(turned(p + c * h)).distance +
                   d * juliaDistance(turned(p + d * h)).distance);
}

// 0 in full shadow, 1 in the open: the nearest miss, seen from the light, decides the penumbra.
float softShadow(float3 origin, float3 light) {
  float t = boundingSphere(origin, light, 1.5f);
  if (t < 0.0f)
    return 1.0f;
  t = fmax(t, 0.01f);
  const float end = t + 3.0f;
  float open = 1.0f;
  for (int i = 0; i < 64 && t < end && open > 0.003f; ++i) {
    const float d = juliaDistance(turned(origin + light * t)).distance;
    open = fmin(open, 14.0f * d / t);
    t += clamp(d, 0.008f, 0.2f);
  }
  open = clamp(open, 0.0f, 1.0f);
  return open * open * (3.0f - 2.0f * open);
}

float ambient(float3 p, float3 normal) {
  float closed = 0.0f, weight = 1.0f;
  for (int i = 1; i <= 5; ++i) {
    const float reach = 0.045f * (float)i;
    closed += weight * (reach - juliaDistance(turned(p + normal * reach)).distance);
    weight *= 0.75f;
  }
  return clamp(1.0f - 2.6f * closed, 0.0f, 1.0f);
}

float3 mix3(float3 a, float3 b, float t) { return a + (b - a) * t; }

float3 sky(float3 direction, float3 light) {
  const float up = clamp(direction.y, 0.0f, 1.0f);
  const float sun = clamp(dot(direction, light), 0.0f, 1.0f);
  const float3 horizon = V3(0.80f, 0.36f, 0.20f), zenith = V3(0.02f, 0.07f, 0.20f);
  return mix3(horizon, zenith, pow(up, 0.38f)) + V3(1.0f, 0.75f, 0.45f) * (0.45f * pow(sun, 12.0f)) +
         V3(1.0f, 0.9f, 0.7f) * (1.5f * pow(sun, 400.0f));
}

float3 palette(float t) {
  return V3(0.52f + 0.46f * cos(6.2832f * (t + 0.00f)), 0.34f + 0.32f * cos(6.2832f * (t + 0.12f)),
            0.30f + 0.30f * cos(6.2832f * (t + 0.30f)));
}

float3 shadeJulia(float3 p, float3 direction, float pixel, float3 light) {
  const float3 normal = juliaNormal(p, fmax(0.5f * pixel, 0.0004f));
  const JuliaSample s = juliaDistance(turned(p));
  const float3 colour =
      mix3(palette(1.6f * sqrt(s.trap) + 0.05f), V3(1.0f, 0.86f, 0.62f),
           0.55f * exp(-400.0f * s.band * s.band));
  const float3 outside = p + normal * 0.004f;
  const float open = ambient(p, normal);
  const float facing = clamp(dot(normal, light), 0.0f, 1.0f);
  const float sun = facing > 0.0f ? facing * softShadow(outside, light) : 0.0f;
  const float3 halfway = normalize(light - direction);
  const float shine = sun * pow(clamp(dot(normal, halfway), 0.0f, 1.0f), 48.0f);
  const float rim = pow(clamp(1.0f + dot(normal, direction), 0.0f, 1.0f), 4.0f);
  const float upward = 0.5f + 0.5f * normal.y;
  const float3 diffuse = V3(1.0f, 0.86f, 0.66f) * (2.3f * sun) +
                         V3(0.36f, 0.48f, 0.75f) * (0.85f * open * upward) +
                         V3(0.75f, 0.42f, 0.28f) * (0.40f * open * (1.0f - upward));
  return colour * diffuse + V3(1.0f, 0.9f, 0.75f) * (0.9f * shine) +
         V3(0.65f, 0.75f, 1.0f) * (0.35f * rim * open);
}

// What a ray sees that never meets the floor: the set or the sky.
float3 seen(float3 origin, float3 direction, float pixel, float3 light) {
  const float t = marchJulia(origin, direction, pixel);
  return t < FAR ? shadeJulia(origin + direction * t, direction, pixel * t, light)
                 : sky(direction, light);
}

float3 trace(float3 origin, float3 direction, float pixel) {
  const float3 light = normalize(V3(-0.55f, 0.52f, -0.42f));
  const float toFloor = direction.y < -0.0001f ? (FLOOR_Y - origin.y) / direction.y : 1e9f;
  const float toJulia = marchJulia(origin, direction, pixel);
  if (toJulia < FAR && toJulia < toFloor)
    return shadeJulia(origin + direction * toJulia, direction, pixel * toJulia, light);
  if (toFloor > 1e8f)
    return sky(direction, light);

  // The pool: rings run out from under the set; it mirrors more at grazing angles.
  const float3 p = origin + direction * toFloor;
  const float r = sqrt(p.x * p.x + p.z * p.z);
  const float slope = 0.045f * cos(13.0f * r) * exp(-0.30f * r) / (1.0f + 0.02f * toFloor * toFloor);
  const float3 normal = normalize(V3(slope * p.x / r, 1.0f, slope * p.z / r));
  const float3 mirrored = direction - normal * (2.0f * dot(direction, normal));
  const float3 upward = V3(mirrored.x, fabs(mirrored.y), mirrored.z);
  const float fresnel = 0.05f + 0.95f * pow(clamp(1.0f - dot(normal, upward), 0.0f, 1.0f), 5.0f);
  const float sun = softShadow(p + V3(0.0f, 0.003f, 0.0f), light);
  const float3 depth = V3(0.008f, 0.035f, 0.055f) + V3(0.035f, 0.085f, 0.085f) * sun;
  const float3 water = mix3(depth, seen(p, upward, pixel * 2.0f, light), 0.30f + 0.68f * fresnel);
  return mix3(sky(V3(direction.x, 0.0f, direction.z), light), water, exp(-0.0011f * toFloor * toFloor));
}

// Highlights roll off instead of clipping; then the display's gamma.
float displayed(float linear) {
  const float x = linear * 0.92f;
  const float filmic = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
  return pow(clamp(filmic, 0.0f, 1.0f), 1.0f / 2.2f);
}

// One pixel: `samples` x `samples` rays. Returns red, green and blue from 0 to 1.
float3 picturePixel(int x, int y, int width, int height, int samples) {
  const float3 eye = V3(0.25f, 0.42f, -3.35f);
  const float3 target = V3(0.0f, -0.28f, 0.0f);
  const float3 forward = normalize(target - eye);
  const float3 right = normalize(V3(forward.z, 0.0f, -forward.x));
  const float3 up = cross(forward, right);
  const float zoom = 2.2f;
  const float pixel = 2.0f / (zoom * (float)height * (float)samples);
  float3 sum = V3(0.0f, 0.0f, 0.0f);
  for (int sy = 0; sy < samples; ++sy)
    for (int sx = 0; sx < samples; ++sx) {
      const float px = (float)x + ((float)sx + 0.5f) / (float)samples - 0.5f * (float)width;
      const float py = 0.5f * (float)height - (float)y - ((float)sy + 0.5f) / (float)samples;
      const float scale = 2.0f / (float)height;
      const float3 direction =
          normalize(right * (px * scale) + up * (py * scale) + forward * zoom);
      const float3 c = trace(eye, direction, pixel);
      sum = sum + V3(displayed(c.x), displayed(c.y), displayed(c.z));
    }
  return sum * (1.0f / (float)(samples * samples));
}

#ifdef __OPENCL_VERSION__
kernel void julia(global uchar4 *image, int samples) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int width = (int)get_global_size(0), height = (int)get_global_size(1);
  const float3 colour = picturePixel(x, y, width, height, samples);
  image[y * width + x] = convert_uchar4_sat_rte((float4)(colour, 1.0f) * 255.0f);
}
#endif
