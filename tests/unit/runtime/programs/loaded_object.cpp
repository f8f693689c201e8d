// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That each program runs its own code, whatever the dynamic loader takes for the same file. The
// objects are made from tests/fakes/test_kernel.c.
#include "programs/executable.h"
#include "programs/object_cache.h"
#include "test_files.h"

#include <cstring>

namespace weft::runtime {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;

std::string objectBytes(int value) {
  return test::contents(test::tool("test_kernel_" + std::to_string(value) + ".so"));
}

CompileResult resultWith(std::string object) {
  CompileResult result;
  result.status = CompileStatus::Success;
  result.kind = BinaryKind::Executable;
  result.object = std::move(object);
  return result;
}

std::shared_ptr<const ObjectImage> inMemory(int value) {
  return std::make_shared<ObjectImage>(resultWith(objectBytes(value)));
}

std::unique_ptr<Executable> load(std::shared_ptr<const ObjectImage> image) {
  std::string error;
  auto code = LoadedObject::load(std::move(image), error);
  EXPECT_NE(code, nullptr) << error;
  return code ? std::make_unique<Executable>(code) : nullptr;
}

/// What the kernel writes: its own number plus the program's counter, which starts at 40.
int run(const Executable &executable) {
  const WeftKernelDescriptor *kernel = executable.find("write");
  if (!kernel)
    return -1;
  int out = 0;
  int *argument = &out;
  WeftLaunchState launch = {};
  launch.arguments = reinterpret_cast<const unsigned char *>(&argument);
  launch.programScope = executable.programScope();
  WeftWorkerState worker = {};
  kernel->variants[0].run(&launch, &worker, 0, 1);
  return out;
}

TEST(LoadedObjectTest, TwoObjectsInMemoryAreTwo) {
  auto one = load(inMemory(1));
  auto two = load(inMemory(2)); // the same descriptor number, hence the same /proc/self/fd name
  ASSERT_TRUE(one && two);
  EXPECT_EQ(run(*one), 41);
  EXPECT_EQ(run(*two), 42);
}

TEST(LoadedObjectTest, ManyObjectsInMemoryAreEachTheirOwn) {
  std::vector<std::unique_ptr<Executable>> all;
  for (int i = 0; i < 40; ++i)
    all.push_back(load(inMemory(1 + i % 2)));
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(run(*all[i]), 41 + i % 2);
}

TEST(LoadedObjectTest, TwoProgramsOfOneImageHaveTheirOwnVariables) {
  auto image = inMemory(1);
  auto one = load(image);
  auto other = load(image);
  EXPECT_EQ(run(*one), 41);
  EXPECT_EQ(run(*one), 42);
  EXPECT_EQ(run(*other), 41);
}

TEST(LoadedObjectTest, AnEntryReplacedUnderItsNameIsAnotherObject) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path(), 64 << 20);
  Hash128 key = hash128("key");
  auto first = load(cache.store(key, resultWith(objectBytes(1))));
  auto second = load(cache.store(key, resultWith(objectBytes(2))));
  auto third = load(cache.find(key));
  auto fourth = load(cache.store(key, resultWith(objectBytes(1))));
  ASSERT_TRUE(first && second && third && fourth);
  EXPECT_EQ(run(*first), 41);
  EXPECT_EQ(run(*second), 42);
  EXPECT_EQ(run(*third), 42);
  EXPECT_EQ(run(*fourth), 41);
}

TEST(LoadedObjectTest, AnEntryReplacedBetweenFindAndLoadIsStillTheOneFound) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path(), 64 << 20);
  Hash128 key = hash128("key");
  auto found = cache.store(key, resultWith(objectBytes(1)));
  cache.store(key, resultWith(objectBytes(2)));
  EXPECT_EQ(run(*load(found)), 41);
}

TEST(LoadedObjectTest, AnEntryRemovedBetweenFindAndLoadIsLoadedFromMemory) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path(), 64 << 20);
  auto found = cache.store(hash128("key"), resultWith(objectBytes(2)));
  std::filesystem::remove(found->path());
  EXPECT_EQ(run(*load(found)), 42);
}

TEST(LoadedObjectTest, ACachedObjectIsMappedFromItsFile) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path(), 64 << 20);
  auto image = cache.store(hash128("key"), resultWith(objectBytes(1)));
  auto executable = load(image);
  // Debuggers and profilers find it by this name.
  std::string maps = test::contents("/proc/self/maps");
  size_t line = maps.find(image->path());
  EXPECT_NE(line, maps.npos);
  EXPECT_THAT(maps, HasSubstr("r-xp"));
}

TEST(LoadedObjectTest, DroppedObjectsAreUnloadedByTheNextLoad) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path(), 64 << 20);
  auto image = cache.store(hash128("key"), resultWith(objectBytes(1)));
  std::string path = image->path();
  auto isMapped = [&] {
    std::string maps = test::contents("/proc/self/maps");
    for (size_t at = maps.find(path); at != maps.npos; at = maps.find(path, at + 1)) {
      size_t begin = maps.rfind('\n', at) + 1;
      if (maps.substr(begin, at - begin).find("r-xp") != std::string::npos)
        return true;
    }
    return false;
  };
  auto executable = load(std::move(image));
  EXPECT_TRUE(isMapped());
  executable.reset();
  EXPECT_TRUE(isMapped()); // any thread may drop it; only an API call unloads
  LoadedObject::unloadDropped();
  EXPECT_FALSE(isMapped());
}

TEST(LoadedObjectTest, WhatIsNoKernelObjectIsRefused) {
  std::string error;
  EXPECT_EQ(LoadedObject::load(std::make_shared<ObjectImage>(resultWith("no ELF file")), error),
            nullptr);
  EXPECT_THAT(error, HasSubstr("cannot be loaded"));
  std::string other = test::contents("/proc/self/exe");
  EXPECT_EQ(LoadedObject::load(std::make_shared<ObjectImage>(resultWith(other)), error), nullptr);
}

TEST(LoadedObjectTest, AnObjectOfAnotherAbiIsRefused) {
  std::string error;
  auto image = std::make_shared<ObjectImage>(
      resultWith(test::contents(test::tool("test_kernel_old_abi.so"))));
  EXPECT_EQ(LoadedObject::load(image, error), nullptr);
  EXPECT_THAT(error, HasSubstr("ABI"));
}

TEST(ExecutableTest, FindsKernelsByName) {
  auto executable = load(inMemory(1));
  ASSERT_NE(executable->find("write"), nullptr);
  EXPECT_EQ(executable->find("writ"), nullptr);
  EXPECT_EQ(executable->find("write2"), nullptr);
  EXPECT_EQ(executable->find(""), nullptr);
}

TEST(ExecutableTest, ProgramScopeMemoryIsInitialised) {
  auto executable = load(inMemory(1));
  int words[2];
  std::memcpy(words, executable->programScope(), sizeof words);
  EXPECT_EQ(words[0], 40);
  EXPECT_EQ(words[1], 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(executable->programScope()) % 128, 0u);
}

} // namespace
} // namespace weft::runtime
