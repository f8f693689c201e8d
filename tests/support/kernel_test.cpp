// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/kernel_test.h"

#include <algorithm>

namespace weft::test {
namespace {

std::string product(const WorkItem::Ids &values, unsigned dimensions) {
  std::string text = std::to_string(values[0]);
  for (unsigned d = 1; d < dimensions; ++d)
    text += "x" + std::to_string(values[d]);
  return text;
}

} // namespace

std::string Shape::name() const {
  std::string text =
      "global " + product(global, dimensions) + " local " + product(local, dimensions);
  if (offset != WorkItem::Ids{})
    text += " offset " + product(offset, dimensions);
  return text;
}

bool Shape::uniform() const {
  return std::ranges::all_of(std::array{0, 1, 2}, [&](int d) { return global[d] % local[d] == 0; });
}

NDRange Shape::range() const {
  auto upTo = [&](const WorkItem::Ids &values, auto &&use) {
    if (dimensions == 1)
      return use({values[0]});
    if (dimensions == 2)
      return use({values[0], values[1]});
    return use({values[0], values[1], values[2]});
  };
  using Extent = NDRange::Extent;
  NDRange range = upTo(global, [](Extent extent) { return NDRange(extent); });
  range = upTo(local, [&](Extent extent) { return range.local(extent); });
  return upTo(offset, [&](Extent extent) { return range.offset(extent); });
}

std::vector<WorkItem> Shape::workItems() const {
  std::vector<WorkItem> items;
  items.reserve(this->items());
  WorkItem item;
  item.dimensions = dimensions;
  item.globalSize = global;
  item.enqueuedLocalSize = local;
  item.offset = offset;
  for (int d = 0; d < 3; ++d)
    item.groups[d] = (global[d] + local[d] - 1) / local[d];
  WorkItem::Ids at{};
  for (at[2] = 0; at[2] < global[2]; ++at[2])
    for (at[1] = 0; at[1] < global[1]; ++at[1])
      for (at[0] = 0; at[0] < global[0]; ++at[0]) {
        for (int d = 0; d < 3; ++d) {
          item.global[d] = at[d] + offset[d];
          item.group[d] = at[d] / local[d];
          item.local[d] = at[d] % local[d];
          item.localSize[d] = std::min(local[d], global[d] - item.group[d] * local[d]);
        }
        items.push_back(item);
      }
  return items;
}

const std::vector<Shape> &everyShape() {
  static const std::vector<Shape> shapes = {
      {1, {1, 1, 1}, {1, 1, 1}},     {1, {64, 1, 1}, {64, 1, 1}},
      {1, {256, 1, 1}, {16, 1, 1}},  {1, {96, 1, 1}, {1, 1, 1}},
      {1, {63, 1, 1}, {7, 1, 1}},    {1, {100, 1, 1}, {32, 1, 1}}, // the last group has 4
      {1, {1000, 1, 1}, {17, 1, 1}}, {1, {129, 1, 1}, {128, 1, 1}, {5, 0, 0}},
      {2, {16, 16, 1}, {8, 8, 1}},   {2, {8, 64, 1}, {1, 32, 1}},               // nothing along x
      {2, {33, 5, 1}, {33, 1, 1}},   {2, {13, 11, 1}, {4, 3, 1}, {1000, 3, 0}}, // partial in both
      {2, {64, 4, 1}, {32, 2, 1}},   {3, {4, 4, 4}, {2, 2, 2}},
      {3, {2, 3, 32}, {2, 3, 8}},    {3, {9, 5, 7}, {4, 2, 3}, {1, 2, 3}},
      {3, {1, 1, 40}, {1, 1, 20}},
  };
  return shapes;
}

} // namespace weft::test
