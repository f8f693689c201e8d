// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/object_cache.h"

#include "support/fork.h"
#include "test_files.h"

#include <thread>

#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

using test::TemporaryFolder;

Hash128 keyOf(unsigned number) { return hash128("key " + std::to_string(number)); }

/// The content follows from the number, so that a reader can tell whether it got what it asked for.
CompileResult resultOf(unsigned number, size_t objectBytes = 3000) {
  CompileResult result;
  result.status = CompileStatus::Success;
  result.kind = BinaryKind::Executable;
  result.log = "log " + std::to_string(number);
  result.object.assign(objectBytes, char('a' + number % 26));
  return result;
}

bool isResultOf(unsigned number, const ObjectImage &image) {
  CompileResult expected = resultOf(number, image.object().size());
  return image.facts().log == expected.log && image.object() == expected.object;
}

std::vector<std::string> entriesIn(const std::string &folder) {
  std::vector<std::string> entries;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      entries.push_back(entry.path());
  return entries;
}

std::uint64_t bytesIn(const std::string &folder) {
  std::uint64_t bytes = 0;
  for (const std::string &entry : entriesIn(folder))
    bytes += std::filesystem::file_size(entry);
  return bytes;
}

void usedLongAgo(const std::string &path, time_t secondsAgo) {
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= secondsAgo;
  timespec times[2] = {now, now};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

class ObjectCacheTest : public testing::Test {
protected:
  TemporaryFolder folder;
  ObjectCache cache{folder / "deep/er", 64 << 20};
};

TEST_F(ObjectCacheTest, FindsWhatWasStored) {
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
  auto stored = cache.store(keyOf(1), resultOf(1));
  ASSERT_NE(stored, nullptr);
  EXPECT_TRUE(isResultOf(1, *stored));
  auto found = ObjectCache(cache.folder(), 64 << 20).find(keyOf(1));
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(isResultOf(1, *found));
  EXPECT_EQ(found->path(), stored->path());
  EXPECT_EQ(found->facts().status, CompileStatus::Success);
  EXPECT_EQ(cache.find(keyOf(2)), nullptr);
}

TEST_F(ObjectCacheTest, EntriesAreThisUsersAlone) {
  cache.store(keyOf(1), resultOf(1));
  struct stat status;
  ASSERT_EQ(::stat(cache.folder().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(::stat(entriesIn(cache.folder())[0].c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(ObjectCacheTest, IgnoresAnEntryThatOthersCouldHaveWritten) {
  auto image = cache.store(keyOf(1), resultOf(1));
  ASSERT_EQ(::chmod(image->path().c_str(), 0666), 0);
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
}

TEST_F(ObjectCacheTest, IgnoresEveryTruncation) {
  auto image = cache.store(keyOf(1), resultOf(1, 100));
  std::string path = image->path(), whole = test::contents(path);
  for (size_t length = 0; length < whole.size(); ++length) {
    std::filesystem::resize_file(path, 0);
    test::write(path, whole.substr(0, length));
    ASSERT_EQ(cache.find(keyOf(1)), nullptr) << length;
  }
  test::write(path, whole + "x");
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
  test::write(path, whole);
  EXPECT_NE(cache.find(keyOf(1)), nullptr);
}

TEST_F(ObjectCacheTest, IgnoresEveryFlippedByte) {
  auto image = cache.store(keyOf(1), resultOf(1, 100));
  std::string path = image->path(), whole = test::contents(path);
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string broken = whole;
    broken[at] ^= 0x40;
    test::write(path, broken);
    ASSERT_EQ(cache.find(keyOf(1)), nullptr) << at;
  }
}

TEST_F(ObjectCacheTest, ABrokenEntryIsWrittenAnew) {
  auto image = cache.store(keyOf(1), resultOf(1));
  test::write(image->path(), "broken");
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
  cache.store(keyOf(1), resultOf(1));
  auto found = cache.find(keyOf(1));
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(isResultOf(1, *found));
}

TEST_F(ObjectCacheTest, IgnoresAnEntryUnderAnotherKeysName) {
  auto one = cache.store(keyOf(1), resultOf(1));
  auto two = cache.store(keyOf(2), resultOf(2));
  std::filesystem::copy_file(one->path(), two->path(),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(cache.find(keyOf(2)), nullptr);
}

TEST_F(ObjectCacheTest, AnIncludeFileThatChangedMakesTheEntryStale) {
  std::string header = folder / "header.h";
  test::write(header, "#define A 1\n");
  CompileResult result = resultOf(1);
  result.dependencies = {{header, hash64("#define A 1\n")}};
  cache.store(keyOf(1), result);
  EXPECT_NE(cache.find(keyOf(1)), nullptr);
  test::write(header, "#define A 2\n");
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
  test::write(header, "#define A 1\n");
  EXPECT_NE(cache.find(keyOf(1)), nullptr);
  std::filesystem::remove(header);
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
}

TEST_F(ObjectCacheTest, AnImageOutlivesItsFile) {
  auto image = cache.store(keyOf(1), resultOf(1));
  std::filesystem::remove_all(cache.folder());
  EXPECT_TRUE(isResultOf(1, *image));
}

TEST_F(ObjectCacheTest, WithoutAUsableFolderTheResultStaysInMemory) {
  test::write(folder / "file", "");
  for (const std::string &path : {std::string(), folder / "file", folder / "file/below",
                                  std::string("/proc/weft"), std::string("/dev/null/weft")}) {
    ObjectCache none(path, 64 << 20);
    auto image = none.store(keyOf(1), resultOf(1));
    ASSERT_NE(image, nullptr) << path;
    EXPECT_TRUE(isResultOf(1, *image)) << path;
    EXPECT_EQ(image->path(), "") << path;
    EXPECT_EQ(none.find(keyOf(1)), nullptr) << path;
  }
  EXPECT_EQ(test::contents(folder / "file"), "");
}

TEST_F(ObjectCacheTest, AFullDiskLeavesNothingBehind) {
  // /dev/full answers every write with ENOSPC; a file-size limit does the same for real files.
  EXPECT_EQ(0, test::inFork([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              struct rlimit limit = {1000, 1000};
              ::setrlimit(RLIMIT_FSIZE, &limit);
              auto image = cache.store(keyOf(1), resultOf(1));
              return image && isResultOf(1, *image) && image->path().empty() ? 0 : 1;
            }));
  EXPECT_TRUE(entriesIn(folder.path()).empty());
}

TEST_F(ObjectCacheTest, ABoundOfZeroKeepsNothing) {
  ObjectCache none(folder / "none", 0);
  none.store(keyOf(1), resultOf(1));
  EXPECT_EQ(none.find(keyOf(1)), nullptr);
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_F(ObjectCacheTest, StaysWithinItsBound) {
  constexpr std::uint64_t kBound = 1 << 20;
  ObjectCache small(folder / "small", kBound);
  for (unsigned i = 0; i < 300; ++i)
    small.store(keyOf(i), resultOf(i, 20000));
  // It is measured after each sixteenth of the bound that was written.
  EXPECT_LE(bytesIn(folder / "small"), kBound + kBound / 16 + 40000);
  EXPECT_GE(bytesIn(folder / "small"), kBound / 2);
  EXPECT_NE(small.find(keyOf(299)), nullptr);
}

TEST_F(ObjectCacheTest, AnEntryTooLargeForItsBoundIsNotWritten) {
  ObjectCache small(folder / "small", 1 << 20);
  small.store(keyOf(1), resultOf(1, 1 << 19));
  EXPECT_EQ(small.find(keyOf(1)), nullptr);
}

TEST_F(ObjectCacheTest, RemovesWhatWasNotUsedForLongest) {
  std::vector<std::string> paths;
  for (unsigned i = 0; i < 10; ++i) {
    paths.push_back(cache.store(keyOf(i), resultOf(i, 100000))->path());
    usedLongAgo(paths.back(), 100000 - i);
  }
  cache.find(keyOf(0)); // used now
  trimCache(cache.folder(), 700000);
  EXPECT_NE(cache.find(keyOf(0)), nullptr);
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
  EXPECT_EQ(cache.find(keyOf(2)), nullptr);
  EXPECT_NE(cache.find(keyOf(9)), nullptr);
  EXPECT_LE(bytesIn(cache.folder()), 700000u);
}

TEST_F(ObjectCacheTest, RemovesOnlyItsOwnFiles) {
  cache.store(keyOf(1), resultOf(1));
  test::write(cache.folder() + "/notes.txt", std::string(100000, 'n'));
  test::write(cache.folder() + "/new.1.2.3", "abandoned");
  test::write(cache.folder() + "/new.4.5.6", "being written");
  usedLongAgo(cache.folder() + "/new.1.2.3", 2 * 60 * 60);
  trimCache(cache.folder(), 1);
  EXPECT_TRUE(std::filesystem::exists(cache.folder() + "/notes.txt"));
  EXPECT_FALSE(std::filesystem::exists(cache.folder() + "/new.1.2.3"));
  EXPECT_TRUE(std::filesystem::exists(cache.folder() + "/new.4.5.6"));
  EXPECT_EQ(cache.find(keyOf(1)), nullptr);
}

TEST_F(ObjectCacheTest, ManyProcessesAtOnceReadOnlyWhatWasWritten) {
  constexpr int kProcesses = 8, kRounds = 200;
  constexpr unsigned kKeys = 40;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p)
    children.push_back(test::startFork([&] {
      ObjectCache shared(folder / "shared", 300000); // less than all keys take: it is trimmed
      int wrong = 0, hits = 0;
      for (int round = 0; round < kRounds; ++round) {
        unsigned number = unsigned(round * 7 + p * 13) % kKeys;
        auto image = shared.find(keyOf(number));
        hits += image != nullptr;
        if (!image)
          image = shared.store(keyOf(number), resultOf(number, 5000 + number * 300));
        wrong += !image || !isResultOf(number, *image);
      }
      return wrong ? 1 : hits == 0 ? 2 : 0;
    }));
  for (pid_t child : children)
    EXPECT_EQ(0, test::waitForFork(child));
  for (const std::string &entry : entriesIn(folder / "shared"))
    EXPECT_THAT(entry, testing::EndsWith(".so"));
}

TEST_F(ObjectCacheTest, ManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  ObjectCache shared(folder / "shared", 300000);
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 100; ++i) {
        unsigned number = (i + t * 5) % 30;
        auto image = shared.find(keyOf(number));
        if (!image)
          image = shared.store(keyOf(number), resultOf(number, 8000));
        wrong += !isResultOf(number, *image);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(DefaultCacheFolder, FollowsTheXdgSpecification) {
  auto with = [](const char *cache, const char *home) {
    cache ? ::setenv("XDG_CACHE_HOME", cache, 1) : ::unsetenv("XDG_CACHE_HOME");
    home ? ::setenv("HOME", home, 1) : ::unsetenv("HOME");
    return defaultCacheFolder();
  };
  std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  EXPECT_EQ(with("/cache", "/home/me"), "/cache/weft");
  EXPECT_EQ(with("", "/home/me"), "/home/me/.cache/weft");
  EXPECT_EQ(with("relative", "/home/me"), "/home/me/.cache/weft");
  EXPECT_EQ(with(nullptr, nullptr), "");
  if (!home.empty())
    ::setenv("HOME", home.c_str(), 1);
}

} // namespace
} // namespace weft::runtime
