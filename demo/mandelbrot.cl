// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Mandelbrot set, twice: a work-item for each pixel, and as Mariani and Silver do it, by kernels
// that launch kernels. The text is C++ too, for the reference (reference.cpp).

#ifdef __OPENCL_VERSION__
#define V3(x, y, z) ((float3)(x, y, z))
#endif

#define CENTRE_X -0.55f
#define CENTRE_Y 0.0f
#define HEIGHT 1.5f

// How many steps the point stays within 2 of the origin, up to `most`.
int dwellOf(int x, int y, int width, int height, int most) {
  const float scale = HEIGHT / (float)height;
  const float cx = CENTRE_X + scale * ((float)x + 0.5f - 0.5f * (float)width);
  const float cy = CENTRE_Y - scale * ((float)y + 0.5f - 0.5f * (float)height);
  float zx = 0.0f, zy = 0.0f;
  int n = 0;
  while (n < most && zx * zx + zy * zy < 4.0f) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    ++n;
  }
  return n;
}

float3 mandelbrotColour(int dwell, int most) {
  if (dwell == most)
    return V3(0.03f, 0.02f, 0.06f);
  const float t = log((float)dwell + 1.0f);
  return V3(0.5f + 0.5f * sin(1.7f * t - 1.6f), 0.5f + 0.5f * sin(1.7f * t - 0.9f),
            0.5f + 0.45f * sin(1.7f * t));
}

#ifdef __OPENCL_VERSION__
kernel void plain(global int *dwells, int most) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int width = (int)get_global_size(0), height = (int)get_global_size(1);
  dwells[y * width + x] = dwellOf(x, y, width, height, most);
}

typedef struct {
  global int *dwells;
  global int *failures;
  int width, height, most;
} Canvas;

// Below this a region is drawn pixel by pixel: its border is most of it.
#define SMALLEST 32

void fill(Canvas canvas, int left, int top, int dwell) {
  canvas.dwells[(top + (int)get_global_id(1)) * canvas.width + left + (int)get_global_id(0)] = dwell;
}
void draw(Canvas canvas, int left, int top) {
  const int x = left + (int)get_global_id(0), y = top + (int)get_global_id(1);
  canvas.dwells[y * canvas.width + x] = dwellOf(x, y, canvas.width, canvas.height, canvas.most);
}

// One work-group looks at the border of a region: the points of one dwell have no holes, so if the
// border has one dwell, all of it has. `extremes` is local memory for the lowest and the highest.
void explore(Canvas canvas, int left, int top, int columns, int rows, local int *extremes) {
  const int item = (int)get_local_id(0), items = (int)get_local_size(0);
  if (item == 0) {
    extremes[0] = INT_MAX;
    extremes[1] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int low = INT_MAX, high = 0;
  const int border = 2 * columns + 2 * rows;
  for (int i = item; i < border; i += items) {
    int x = i % columns, y = (i / columns) * (rows - 1); // the first and the last row
    if (i >= 2 * columns) {                              // the first and the last column
      x = ((i - 2 * columns) / rows) * (columns - 1);
      y = (i - 2 * columns) % rows;
    }
    const int dwell = dwellOf(left + x, top + y, canvas.width, canvas.height, canvas.most);
    low = min(low, dwell);
    high = max(high, dwell);
  }
  atomic_min(extremes, low);
  atomic_max(extremes + 1, high);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item != 0)
    return;

  const queue_t queue = get_default_queue();
  const size_t size[2] = {(size_t)columns, (size_t)rows};
  int status = 0;
  if (extremes[0] == extremes[1]) {
    const int dwell = extremes[0];
    status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(size),
                            ^{ fill(canvas, left, top, dwell); });
  } else if (columns <= SMALLEST || rows <= SMALLEST) {
    status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(size),
                            ^{ draw(canvas, left, top); });
  } else {
    for (int part = 0; part < 4; ++part) {
      const int x = part & 1 ? columns / 2 : 0, y = part & 2 ? rows / 2 : 0;
      const int w = part & 1 ? columns - columns / 2 : columns / 2;
      const int h = part & 2 ? rows - rows / 2 : rows / 2;
      status |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 64),
                               ^(local void *memory) {
                                 explore(canvas, left + x, top + y, w, h, (local int *)memory);
                               },
                               (uint)(2 * sizeof(int)));
    }
  }
  if (status)
    atomic_inc(canvas.failures);
}

// A work-group for each tile of the picture.
kernel void adaptive(global int *dwells, global int *failures, int width, int height, int most,
                     int tile) {
  local int extremes[2];
  const Canvas canvas = {dwells, failures, width, height, most};
  const int left = (int)get_group_id(0) * tile, top = (int)get_group_id(1) * tile;
  explore(canvas, left, top, min(tile, width - left), min(tile, height - top), extremes);
}
#endif
