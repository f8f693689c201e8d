// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the variables of the environment mean, and what is said of the ones that mean nothing.
#include "support/environment.h"
#include "support/log.h"

#include <gmock/gmock.h>

#include <map>

namespace weft::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class EnvironmentTest : public ::testing::Test {
protected:
  static Environment parse(std::map<std::string, std::string> variables) {
    variables_ = std::move(variables);
    complaints_.clear();
    return parseEnvironment(
        [](const char *name) -> const char * {
          auto found = variables_.find(name);
          return found == variables_.end() ? nullptr : found->second.c_str();
        },
        [](const std::string &sentence) { complaints_.push_back(sentence); });
  }
  static inline std::map<std::string, std::string> variables_;
  static inline std::vector<std::string> complaints_;
};

TEST_F(EnvironmentTest, AnEmptyOneGivesTheDefaults) {
  Environment environment = parse({});
  EXPECT_EQ(environment.vectorWidth, 0u);
  EXPECT_EQ(environment.debugTopics, 0u);
  EXPECT_GT(environment.cacheBytes, 0u);
  EXPECT_GT(environment.buildTimeoutSeconds, 0u);
  EXPECT_THAT(complaints_, IsEmpty());
}

TEST_F(EnvironmentTest, DebugTakesAListOfTopics) {
  Environment environment = parse({{"WEFT_DEBUG", "vectorize,queue"}});
  EXPECT_EQ(environment.debugTopics,
            std::uint32_t(LogTopic::Vectorize) | std::uint32_t(LogTopic::Queue));
  EXPECT_THAT(complaints_, IsEmpty());
}

TEST_F(EnvironmentTest, UnknownWordsAreNamedAndTheRestHolds) {
  Environment environment = parse({{"WEFT_DEBUG", "vectorise,build"}, {"WEFT_DUMP", "ir,llvm"}});
  EXPECT_EQ(environment.debugTopics, std::uint32_t(LogTopic::Build));
  EXPECT_EQ(environment.dumpStages, "ir");
  EXPECT_THAT(complaints_, ElementsAre(HasSubstr("'vectorise'"), HasSubstr("'llvm'")));
}

TEST_F(EnvironmentTest, ACacheSizeMayHaveASuffix) {
  EXPECT_EQ(parse({{"WEFT_CACHE_SIZE", "3G"}}).cacheBytes, std::uint64_t(3) << 30);
  EXPECT_EQ(parse({{"WEFT_CACHE_SIZE", "7K"}}).cacheBytes, 7u << 10);
  EXPECT_EQ(parse({{"WEFT_CACHE_SIZE", "0"}}).cacheBytes, 0u);
  EXPECT_THAT(complaints_, IsEmpty());
}

TEST_F(EnvironmentTest, WhatIsNoNumberIsNamedAndIgnored) {
  std::uint64_t unchanged = parse({}).cacheBytes;
  for (const char *value : {"12X", "-1", "G", "1GG", "99999999999999999999", "34359738368G"}) {
    EXPECT_EQ(parse({{"WEFT_CACHE_SIZE", value}}).cacheBytes, unchanged) << value;
    EXPECT_THAT(complaints_, ElementsAre(HasSubstr("WEFT_CACHE_SIZE"))) << value;
  }
}

TEST_F(EnvironmentTest, AVectorWidthMustBeOneThatExists) {
  EXPECT_EQ(parse({{"WEFT_VECTOR_WIDTH", "16"}}).vectorWidth, 16u);
  EXPECT_EQ(parse({{"WEFT_VECTOR_WIDTH", "3"}}).vectorWidth, 0u);
  EXPECT_THAT(complaints_, ElementsAre(HasSubstr("WEFT_VECTOR_WIDTH")));
}

} // namespace
} // namespace weft::runtime
