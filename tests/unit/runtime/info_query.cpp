// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size rules that every clGet*Info shares.
#include "api/info_query.h"

#include <gmock/gmock.h>

#include <array>

namespace weft::runtime {
namespace {

template <class Call> cl_int statusOf(Call &&call) {
  try {
    call();
    return CL_SUCCESS;
  } catch (const Error &error) {
    return error.status();
  }
}

TEST(InfoQueryTest, WritesTheValueAndItsSize) {
  cl_uint value = 0;
  size_t size = 0;
  InfoQuery(sizeof value, &value, &size).write(cl_uint(7));
  EXPECT_EQ(value, 7u);
  EXPECT_EQ(size, sizeof value);
}

TEST(InfoQueryTest, ALargerPlaceIsFineAndASmallerOneIsNot) {
  std::array<cl_uint, 2> place{};
  InfoQuery(sizeof place, place.data(), nullptr).write(cl_uint(7));
  EXPECT_EQ(place[0], 7u);
  EXPECT_EQ(statusOf([&] { InfoQuery(3, place.data(), nullptr).write(cl_uint(8)); }),
            CL_INVALID_VALUE);
  EXPECT_EQ(place[0], 7u);
}

TEST(InfoQueryTest, WithoutAPlaceTheSizeIsAnsweredWhateverSizeIsGiven) {
  size_t size = 0;
  InfoQuery(0, nullptr, &size).writeString("CPU");
  EXPECT_EQ(size, 4u);
}

TEST(InfoQueryTest, AStringNeedsRoomForItsNull) {
  char text[4] = "xxx";
  EXPECT_EQ(statusOf([&] { InfoQuery(3, text, nullptr).writeString("CPU"); }), CL_INVALID_VALUE);
  EXPECT_STREQ(text, "xxx");
  InfoQuery(4, text, nullptr).writeString("CPU");
  EXPECT_STREQ(text, "CPU");
}

TEST(InfoQueryTest, AnEmptyListHasSizeZero) {
  size_t size = 1;
  char place = 'x';
  InfoQuery(1, &place, &size).writeArray(std::span<const cl_uint>());
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(place, 'x');
}

} // namespace
} // namespace weft::runtime
