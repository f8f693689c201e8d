// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one byte format of everything that passes between libweft and weftc, lies in the object cache
// or is a program binary. A message lists its members once:
//
//   template <class Archive> void fields(Archive &archive) { archive(source, options, jobs); }
//
// Both ends run on one machine, so numbers are in host order. Reading never trusts a length.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

class Writer {
public:
  template <class... T> void operator()(const T &...values) { (put(values), ...); }
  std::string take() { return std::move(bytes_); }

private:
  template <class T> void put(const T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
    else
      const_cast<T &>(value).fields(*this); // fields() is shared with Reader, hence not const
  }
  void put(const std::string &text) {
    put(std::uint64_t(text.size()));
    bytes_.append(text);
  }
  template <class T> void put(const std::vector<T> &values) {
    put(std::uint64_t(values.size()));
    for (const T &value : values)
      put(value);
  }
  template <class T, std::size_t N> void put(const T (&values)[N]) {
    for (const T &value : values)
      put(value);
  }

  std::string bytes_;
};

/// After a truncated or malformed message ok() is false and the values read are empty or zero.
class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  template <class... T> void operator()(T &...values) { (get(values), ...); }
  bool ok() const { return ok_; }
  bool atEnd() const { return rest_.empty(); }

private:
  template <class T> void get(T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      if (rest_.size() < sizeof value)
        return fail();
      std::memcpy(&value, rest_.data(), sizeof value);
      rest_.remove_prefix(sizeof value);
    } else {
      value.fields(*this);
    }
  }
  void get(std::string &text) {
    std::uint64_t size = 0;
    get(size);
    if (size > rest_.size())
      return fail();
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  template <class T> void get(std::vector<T> &values) {
    std::uint64_t count = 0;
    get(count);
    if (count > rest_.size()) // each element takes at least one byte
      return fail();
    values.clear();
    for (std::uint64_t i = 0; i < count && ok_; ++i)
      get(values.emplace_back());
  }
  template <class T, std::size_t N> void get(T (&values)[N]) {
    for (T &value : values)
      get(value);
  }
  void fail() {
    ok_ = false;
    rest_ = {};
  }

  std::string_view rest_;
  bool ok_ = true;
};

template <class T> std::string serialize(const T &message) {
  Writer writer;
  writer(message);
  return writer.take();
}

/// False if the bytes are not exactly one such message.
template <class T> bool deserialize(std::string_view bytes, T &message) {
  Reader reader(bytes);
  reader(message);
  return reader.ok() && reader.atEnd();
}

} // namespace weft
