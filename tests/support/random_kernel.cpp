// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/random_kernel.h"

namespace weft::test {
namespace {

class Generator {
public:
  explicit Generator(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {
    usesBarriers_ = chance(35);
    usesVectors_ = chance(50);
    usesArray_ = chance(50);
    usesWide_ = chance(40);
  }

  std::string kernel() {
    text_ = "#pragma OPENCL FP_CONTRACT OFF\n";
    helpers();
    line("kernel void test(global const uint *in, global uint *out, global uint *counters, uint n) "
         "{");
    ++depth_;
    line("const uint gid = (uint)get_global_id(0), lid = (uint)get_local_id(0);");
    line("const uint group = (uint)get_group_id(0), size = (uint)get_local_size(0);");
    if (usesBarriers_)
      line("local uint shared[256];");
    for (unsigned i = 0; i < kVariables; ++i)
      line("uint v" + number(i) + " = " + leaf() + ";");
    if (usesVectors_)
      line("uint4 w0 = (uint4)(" + leaf() + ", " + leaf() + ", " + leaf() +
           ", gid); uint4 w1 = vload4(gid & 63u, in);");
    if (usesWide_)
      line("ulong d0 = gid * 0x100000001ul, d1 = n; short s0 = (short)gid; float f0 = (float)(gid "
           "& 255u);");
    if (usesArray_) {
      line("uint a[16];");
      line("for (uint i = 0; i < 16u; ++i) a[i] = in[(i * 7u + gid) & 255u];");
    }
    statements(4 + below(6), 0);
    for (unsigned i = 0; i < RandomKernel::kOutputs; ++i)
      line("out[gid * 8u + " + number(i) + "u] = " + result(i) + ";");
    --depth_;
    line("}");
    return text_;
  }

private:
  static constexpr unsigned kVariables = 5;

  std::uint64_t next() { // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned bound) { return unsigned(next() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }
  static std::string number(std::uint64_t value) { return std::to_string(value); }
  void line(const std::string &text) { text_ += std::string(depth_ * 2, ' ') + text + "\n"; }

  void helpers() {
    line("uint blend(uint a, uint b) { if (a & 1u) return b * 3u + a; for (uint i = 0; i < (b & "
         "3u); ++i) a ^= a << 5; return a; }");
    line("uint pick(uint a) { const uint t[16] = {0, 0, 0, 5, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, "
         "~0u}; return t[a & 15u]; }");
    line("uint early(uint a) { if (a > 1000u) return 7u; if ((a & 3u) == 2u) return a; return a * "
         "a; }");
  }

  std::string variable() { return "v" + number(below(kVariables)); }

  std::string leaf() {
    if (!strides_.empty() && chance(25))
      return "in[" + strides_[below(unsigned(strides_.size()))] + " & 255u]";
    switch (below(9)) {
    case 0:
      return number(below(300)) + "u";
    case 1:
      return "gid";
    case 2:
      return "lid";
    case 3:
      return "n";
    case 4:
      return "in[(gid + " + number(below(100)) + "u) & 255u]";
    case 5:
      return "in[" + number(below(256)) + "]";
    case 6: // a partner in a butterfly; global ids are below 192
      return "in[gid ^ " + number(chance(70) ? 1u << below(6) : below(64)) + "u]";
    case 7:
      return neighbour();
    default:
      return "(group * 3u + " + number(below(9)) + "u)";
    }
  }

  /// What stencils read: beside the work-item's own place, but not beyond an edge.
  std::string neighbour() {
    const std::string distance = number(below(40)) + "u";
    // n is 100, which the compiler does not know.
    const std::string divisors[] = {"n", "(n / 3u)", "(n - " + number(below(98)) + "u)", "17u"};
    const std::string row = divisors[below(4)];
    switch (below(9)) {
    case 6:
      return "in[gid / " + row + " * " + row + " + gid % " + row + "]";
    case 7:
      return "in[lid / " + row + " * 2u + (lid + " + distance + ") % " + row + "]";
    case 8: // among them -1
      return "in[(uint)(((int)gid - (int)" + distance + ") " + (chance(50) ? "/" : "%") +
             " ((int)n - " + number(99 + below(4)) + ")) & 255u]";
    case 0:
      return "in[min(gid + " + distance + ", " + number(100 + below(156)) + "u)]";
    case 1:
      return "in[clamp((int)lid - (int)" + distance + ", 0, (int)n)]";
    case 2:
      return "in[(gid + " + distance + ") % (n + " + number(1 + below(100)) + "u)]";
    case 3:
      return "in[(int)(gid + " + distance + ") % (int)n]";
    case 4:
      return "in[gid == " + distance + " ? 255u : gid - (gid > " + distance + " ? 1u : 0u)]";
    default:
      return "in[(lid * " + number(1 + below(3)) + "u - " + distance + ") & " +
             (chance(50) ? "63u" : "n") + "]";
    }
  }

  std::string expression(unsigned depth = 0) {
    if (depth > 2 || chance(25))
      return chance(70) ? variable() : leaf();
    const std::string a = expression(depth + 1), b = expression(depth + 1);
    switch (below(20)) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "(" + a + " ^ " + b + ")";
    case 4:
      return "(" + a + " & " + b + ")";
    case 5:
      return "(" + a + " | " + b + ")";
    case 6:
      return "(" + a + " << (" + b + " & 31u))";
    case 7:
      return "(" + a + " >> (" + b + " & 31u))";
    case 8:
      return "(" + a + " / (" + b + " | 1u))";
    case 9:
      return "(" + a + " % (" + b + " | 1u))";
    case 10:
      return "(" + condition(depth + 1) + " ? " + a + " : " + b + ")";
    case 11:
      return "in[" + a + " & 255u]";
    case 12:
      return "blend(" + a + ", " + b + ")";
    case 13:
      return (chance(70) ? "early(" : "pick(") + a + ")";
    case 14:
      return "(uint)((int)" + a + " >> (" + b + " & 15u))";
    case 15:
      return "rotate(" + a + ", " + b + ")";
    case 16:
      return usesVectors_ ? "w" + number(below(2)) + "." + "xyzw"[below(4)] : a;
    case 17:
      return usesArray_ ? "a[" + a + " & 15u]" : b;
    case 18:
      if (!usesWide_)
        return a;
      switch (below(4)) {
      case 0:
        return "(uint)(d" + number(below(2)) + " >> (" + b + " & 63u))";
      case 1:
        return "(uint)(int)s0";
      case 2:
        return "(uint)(f0 < 16777216.0f && f0 >= 0.0f ? f0 : 5.0f)";
      default:
        return "as_uint(f0)";
      }
    default:
      return "max(" + a + ", min(" + b + ", " + variable() + "))";
    }
  }

  std::string condition(unsigned depth = 0) {
    const std::string a = expression(depth + 1), b = expression(depth + 1);
    switch (below(8)) {
    case 0:
      return "(" + a + " < " + b + ")";
    case 1:
      return "((" + a + " & 1u) == 0u)";
    case 2:
      return "(" + a + " == " + b + ")";
    case 3:
      return "((int)" + a + " > (int)" + b + ")";
    case 4:
      return depth < 2 ? "(" + condition(depth + 1) + " && " + condition(depth + 1) + ")"
                       : "(gid & 2u)";
    case 5:
      return "(lid < " + number(below(20)) + "u)";
    case 6:
      return "(lid == 0u)";
    default:
      return "(" + a + " != (gid & 7u))";
    }
  }

  /// The same for all work-items of a group.
  std::string uniformCondition() {
    switch (below(3)) {
    case 0:
      return "(group & 1u)";
    case 1:
      return "(n > " + number(below(200)) + "u)";
    default:
      return "(in[" + number(below(256)) + "] & 1u)";
    }
  }

  void statements(unsigned count, unsigned nesting) {
    for (unsigned i = 0; i < count; ++i)
      statement(nesting);
  }

  void body(unsigned nesting) {
    ++depth_;
    statements(1 + below(3), nesting + 1);
    --depth_;
  }

  void statement(unsigned nesting) {
    const bool deep = nesting >= 3;
    switch (below(deep ? 8 : 16)) {
    case 0:
    case 1:
    case 2:
      return line(variable() + " = " + expression() + ";");
    case 3:
      return line(variable() + " += " + expression() + ";");
    case 4:
      if (usesArray_ && chance(40))
        return arrayStatement();
      if (usesArray_)
        return line("a[" + expression(2) + " & 15u] " + (chance(50) ? "=" : "^=") + " " +
                    expression() + ";");
      return line(variable() + " ^= " + expression() + ";");
    case 5:
      if (usesVectors_)
        return vectorStatement();
      return line(variable() + " -= " + expression() + ";");
    case 6:
      if (usesWide_)
        return wideStatement();
      return line("atomic_add(&counters[" + number(below(2)) + "], " + expression() + ");");
    case 7:
      if (inLoop_ && chance(60)) {
        return line("if (" + condition() + ") " + (chance(50) ? "break;" : "continue;"));
      }
      // Each counter sees one operation, and all of them commute: the order is left open.
      return line(chance(50)
                      ? "atomic_xor(&counters[" + number(2 + below(2)) + "], " + expression() + ");"
                      : "atomic_max(&counters[4u + (gid & 1u)], " + expression() + ");");
    case 8:
    case 9:
      line("if (" + condition() + ") {");
      divergent([&] { body(nesting); });
      if (chance(50)) {
        line("} else {");
        divergent([&] { body(nesting); });
      }
      return line("}");
    case 10:
      line("if (" + uniformCondition() + ") {");
      body(nesting);
      return line("}");
    case 11:
    case 12:
      return loop(nesting);
    case 13: {
      line("switch (" + expression() + " & 3u) {");
      divergent([&] {
        for (unsigned i = 0; i < 3; ++i) {
          line("case " + number(i) + "u: {");
          const bool outer = inLoop_;
          inLoop_ = false; // break belongs to the switch
          body(nesting);
          inLoop_ = outer;
          line(chance(70) ? "} break;" : "}");
        }
        line("default: " + variable() + " += 3u;");
      });
      return line("}");
    }
    case 14:
      if (usesBarriers_ && !divergent_) {
        line("shared[lid] = " + expression() + ";");
        line("barrier(CLK_LOCAL_MEM_FENCE);");
        if (nesting < 2 && chance(25)) {
          line("for (uint i = lid; i < 256u; i += size) shared[i] = " + expression() + " ^ i;");
          line("barrier(CLK_LOCAL_MEM_FENCE);");
        }
        if (chance(40))
          line(chance(50)
                   ? "for (uint h = size / 2u; h > 0u; h /= 2u) { if (lid < h) shared[lid] += "
                     "shared[lid + h] ^ h; barrier(CLK_LOCAL_MEM_FENCE); }"
                   : "for (int h = (int)size / 2; h > 0; h >>= 1) { if ((int)lid < h) "
                     "shared[lid] ^= shared[lid + h] * 3u; barrier(CLK_LOCAL_MEM_FENCE); }");
        line(variable() + " ^= shared[(lid + " + number(1 + below(5)) + "u) % size];");
        return line("barrier(CLK_LOCAL_MEM_FENCE);");
      }
      return line(variable() + " = blend(" + expression() + ", " + variable() + ");");
    default:
      if (!usesBarriers_ && chance(40)) {
        line("if (" + condition() + " && " + condition() + ") { out[gid * 8u] = " + variable() +
             "; return; }");
        return;
      }
      return line(variable() + " = " + expression() + ";");
    }
  }

  void loop(unsigned nesting) {
    const std::string i = "i" + number(loops_++);
    const bool outerLoop = inLoop_;
    const bool uniform = chance(40);
    const std::string bound = uniform ? number(1 + below(6)) + "u" : "(" + expression() + " & 7u)";
    auto inside = [&] {
      inLoop_ = !uniform || divergent_ || !usesBarriers_;
      body(nesting);
      inLoop_ = outerLoop;
    };
    const bool strided = !uniform && chance(40);
    if (strided) { // a work-item's share, at steps of the group
      const std::string type = chance(50) ? "uint " : "size_t ";
      line("for (" + type + i + " = " + (chance(70) ? "lid" : "gid") + "; " + i + " < size * " +
           number(1 + below(3)) + "u - " + number(below(3)) + "u; " + i + " += size) {");
      strides_.push_back(i);
    } else if (chance(60)) {
      line("for (uint " + i + " = 0; " + i + " < " + bound + "; ++" + i + ") {");
    } else {
      // Bounded whatever the body does to the variables.
      line("for (uint " + i + " = 0; " + i + " < 9u && " + (uniform ? "n > 1u" : condition()) +
           "; ++" + i + ") {");
    }
    if (uniform)
      inside();
    else
      divergent(inside);
    if (chance(30))
      line("  " + variable() + " += " + i + ";");
    line("}");
    if (strided)
      strides_.pop_back();
  }

  /// Loops whose counters index the private array, and what stays of them behind.
  void arrayStatement() {
    const std::string i = "k" + number(loops_++), bound = number(2 + below(15)) + "u";
    switch (below(4)) {
    case 0:
      return line("for (uint " + i + " = 1; " + i + " < " + bound + "; ++" + i + ") { uint x = a[" +
                  i + "], j = " + i +
                  "; while (j > 0u && a[j - 1u] > x) { a[j] = a[j - 1u]; --j; } "
                  "a[j] = x; }");
    case 1:
      return line("for (uint " + i + " = 0; " + i + " < " + bound + "; ++" + i + ") { if (a[" + i +
                  "] & 4u) { a[" + i + "] = " + expression(2) + "; break; } a[" + i +
                  "] += " + variable() + "; }");
    case 2:
      return line("for (uint " + i + " = 0; " + i + " < " + bound + "; ++" + i + ") " + variable() +
                  " += a[" + i + "] ^ " + i + ";");
    default: // elements of a row of memory of its own
      return line("{ for (uint " + i + " = 0; " + i + " < 8u; ++" + i + ") out[gid * 8u + " + i +
                  "] = a[" + i + "]; for (uint " + i + " = 0; " + i + " < 8u; ++" + i +
                  ") a[15u - " + i + "] ^= out[gid * 8u + " + i + "]; }");
    }
  }

  void vectorStatement() {
    const std::string w = "w" + number(below(2));
    switch (below(8)) {
    case 6:
      return line(w + " += w1 * (w0.x * w1.y + w0.z);");
    case 0:
      return line(w + " = w0 + w1 * (uint4)(" + expression() + ");");
    case 1:
      return line(w + " = w1.wzyx ^ w0.yxwz;");
    case 2:
      return line(w + "." + "xyzw"[below(4)] + " = " + expression() + ";");
    case 3:
      return line(w + ".xz = " + w + ".yw + (uint2)(" + expression() + ", gid);");
    case 4:
      return line(w + " = vload4(" + expression() + " & 63u, in);");
    case 5:
      return line(w + " = select(w0, w1, w0 < w1);");
    default:
      return line("if (" + condition() + ") " + w + " ^= w1 >> (w0 & 31u);");
    }
  }

  void wideStatement() {
    switch (below(6)) {
    case 0:
      return line("d0 = d0 * 6364136223846793005ul + " + expression() + ";");
    case 1:
      return line("d1 ^= d0 >> (" + expression() + " & 63u);");
    case 2:
      return line("s0 = (short)(s0 * 3 + (short)" + expression() + ");");
    case 3:
      return line("f0 = f0 * 0.5f + (float)(" + expression() + " & 1023u);");
    case 4:
      return line("if (f0 > (float)(" + variable() + " & 511u)) f0 -= 1.0f;");
    default:
      return line("d1 = d1 % (d0 | 1ul);");
    }
  }

  template <class Body> void divergent(Body &&inside) {
    const bool outer = divergent_;
    divergent_ = true;
    inside();
    divergent_ = outer;
  }

  std::string result(unsigned i) {
    switch (i) {
    case 0:
      return "v0 ^ v3";
    case 1:
      return "v1 + v4";
    case 2:
      return usesVectors_ ? "v2 ^ w0.x ^ w0.y * 3u ^ w1.z ^ w1.w * 7u" : "v2";
    case 4:
      return "v3 * 3u";
    case 5:
      return usesVectors_ ? "w0.z + w1.x" : "v1";
    case 6:
      return usesArray_ ? "a[7] ^ a[15] * 3u" : "v4";
    default: {
      std::string text = usesArray_ ? "a[gid & 15u] * 5u ^ a[3]" : "v0";
      return usesWide_ ? text + " ^ (uint)d0 ^ (uint)(d1 >> 32) ^ (uint)s0 ^ as_uint(f0)" : text;
    }
    }
  }

  std::uint64_t state_;
  std::string text_;
  std::vector<std::string> strides_; // counters of the loops round here that step by the group
  unsigned depth_ = 0, loops_ = 0;
  bool usesBarriers_, usesVectors_, usesArray_, usesWide_;
  bool inLoop_ = false, divergent_ = false;
};

} // namespace

RandomKernel randomKernel(std::uint64_t seed) { return {Generator(seed).kernel()}; }

} // namespace weft::test
