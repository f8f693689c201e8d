// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow that differs between the work-items of a group.
#include "support/kernel_test.h"

namespace weft::test {
namespace {

class ControlFlow : public KernelTest {
protected:
  /// `body` sets `int r` from `int i` (the global linear id); `expected` does the same in C++.
  void expectSame(const std::string &body, int (*expected)(int),
                  const std::string &functions = "") {
    Kernel kernel = buildKernel(functions +
                                "kernel void k(global int *out, global int *in) {"
                                "  int i = (int)get_global_linear_id(); int r = 0; " +
                                body + " out[i] = r; }");
    std::vector<int> values(1024);
    for (int i = 0; i < 1024; ++i)
      values[i] = (i * 7919) % 101;
    auto in = buffer<int>(values);
    expectOnEveryShape<int>(
        kernel, [&](const WorkItem &item) { return expected(int(item.globalLinear())); }, in);
  }
};

TEST_F(ControlFlow, IfElse) {
  expectSame("if (i % 3 == 0) r = i * 2; else if (i % 3 == 1) r = -i; else r = 7;", [](int i) {
    return i % 3 == 0 ? i * 2 : i % 3 == 1 ? -i : 7;
  });
}

TEST_F(ControlFlow, LoopWithATripCountPerItem) {
  expectSame("for (int n = 0; n < i % 13; ++n) r += n * i;", [](int i) {
    int r = 0;
    for (int n = 0; n < i % 13; ++n)
      r += n * i;
    return r;
  });
}

TEST_F(ControlFlow, BreakAndContinue) {
  auto body = [](int i) {
    int r = 0;
    for (int n = 0; n < 50; ++n) {
      if ((n + i) % 5 == 0)
        continue;
      if (n * n > i)
        break;
      r = (r * 3 + n) % 1000;
    }
    return r;
  };
  expectSame("for (int n = 0; n < 50; ++n) { if ((n + i) % 5 == 0) continue;"
             " if (n * n > i) break; r = (r * 3 + n) % 1000; }",
             body);
}

TEST_F(ControlFlow, NestedLoopsThatBothDiverge) {
  expectSame("for (int a = 0; a < i % 5 + 1; ++a) for (int b = a; b < i % 7; ++b)"
             " { if (b == 4) break; r += a * 10 + b; }",
             [](int i) {
               int r = 0;
               for (int a = 0; a < i % 5 + 1; ++a)
                 for (int b = a; b < i % 7; ++b) {
                   if (b == 4)
                     break;
                   r += a * 10 + b;
                 }
               return r;
             });
}

TEST_F(ControlFlow, Switch) {
  expectSame("switch (i % 7) { case 0: r = 1; break; case 1: r = 2; case 2: r += 10; break;"
             " case 5: r = i; break; default: r = -1; }",
             [](int i) {
               switch (i % 7) {
               case 0:
                 return 1;
               case 1:
                 return 12;
               case 2:
                 return 10;
               case 5:
                 return i;
               default:
                 return -1;
               }
             });
}

TEST_F(ControlFlow, WhileWithSeveralExits) {
  expectSame("int n = i; while (1) { if (n % 11 == 0) { r = n; break; } if (n > 2000) { r = -n;"
             " break; } n = n * 2 + 1; }",
             [](int i) {
               for (int n = i;; n = n * 2 + 1) {
                 if (n % 11 == 0)
                   return n;
                 if (n > 2000)
                   return -n;
               }
             });
}

TEST_F(ControlFlow, CollatzSteps) {
  expectSame("uint n = (uint)i + 1; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++r; }",
             [](int i) {
               int steps = 0;
               for (unsigned n = unsigned(i) + 1; n != 1; ++steps)
                 n = n % 2 ? 3 * n + 1 : n / 2;
               return steps;
             });
}

TEST_F(ControlFlow, SideEffectsOnlyOfTheItemsThatTakeThem) {
  // Reading in[i] is only legal for the items below 1024; short circuit must not be undone.
  expectSame("if (i < 1000 && in[i] > 50) r = in[in[i]]; else r = i < 10 ? in[9 - i] : -2;",
             [](int i) {
               auto in = [](int n) { return (n * 7919) % 101; };
               if (i < 1000 && in(i) > 50)
                 return in(in(i));
               return i < 10 ? in(9 - i) : -2;
             });
}

TEST_F(ControlFlow, EarlyReturnFromFunctions) {
  expectSame(
      "r = find(i, 12) + find(i * 3, 40);",
      [](int i) {
        auto find = [](int value, int limit) {
          for (int n = 2; n < limit; ++n)
            if (value % n == 0)
              return n;
          return -limit;
        };
        return find(i, 12) + find(i * 3, 40);
      },
      "int find(int value, int limit) { for (int n = 2; n < limit; ++n)"
      " if (value % n == 0) return n; return -limit; }");
}

TEST_F(ControlFlow, Goto) {
  expectSame(
      "int n = i % 9; again: if (n > 0) { r += n; n -= 2; if (n == 3) goto out; goto again; }"
      " r += 100; out: r *= 2;",
      [](int i) {
        int n = i % 9, r = 0;
        while (n > 0) {
          r += n;
          n -= 2;
          if (n == 3)
            return r * 2;
        }
        return (r + 100) * 2;
      });
}

// A loop entered in two places (irreducible): some items jump into its middle.
TEST_F(ControlFlow, LoopWithTwoEntries) {
  expectSame("int n = 0; if (i & 1) goto middle; top: r += 1; middle: r += 10; if (++n < i % 6)"
             " goto top;",
             [](int i) {
               int n = 0, r = 0;
               bool skip = i & 1;
               do {
                 if (!skip)
                   r += 1;
                 skip = false;
                 r += 10;
               } while (++n < i % 6);
               return r;
             });
}

TEST_F(ControlFlow, ReturnBeforeTheEnd) {
  Kernel kernel = buildKernel("kernel void k(global int *out) { int i = get_global_linear_id();"
                              " out[i] = i; if (i % 4 == 1) return; out[i] = i * 2;"
                              " for (int n = 0; n < 5; ++n) { if (n == i % 8) return;"
                              " out[i] += n; } out[i] = -1; }");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    int i = int(item.globalLinear());
    if (i % 4 == 1)
      return i;
    int r = i * 2;
    for (int n = 0; n < 5; ++n) {
      if (n == i % 8)
        return r;
      r += n;
    }
    return -1;
  });
}

TEST_F(ControlFlow, FloatsInDivergentLoops) {
  Kernel kernel = buildKernel("kernel void k(global float *out) {"
                              "  float x = (float)get_global_linear_id(), r = 0;"
                              "  while (x > 1.5f) { x *= 0.5f; r += x; if (r > 100) r -= 100; }"
                              "  out[get_global_linear_id()] = r; }");
  expectOnEveryShape<float>(kernel, [](const WorkItem &item) {
    float x = float(item.globalLinear()), r = 0;
    while (x > 1.5f) {
      x *= 0.5f;
      r += x;
      if (r > 100)
        r -= 100;
    }
    return r;
  });
}

TEST_F(ControlFlow, ChainsOfSelects) {
  expectSame("r = i % 2 ? (i % 3 ? (i % 5 ? 1 : 2) : 3) : (i % 7 ? 4 : 5);"
             " r = select(r, -r, i % 4 == 3); bool b = i > 5 || (i & 2); r += b;",
             [](int i) {
               int r = i % 2 ? (i % 3 ? (i % 5 ? 1 : 2) : 3) : (i % 7 ? 4 : 5);
               if (i % 4 == 3) // for scalars select is "c ? b : a" (OpenCL C 6.15.6)
                 r = -r;
               return r + int(i > 5 || (i & 2));
             });
}

} // namespace
} // namespace weft::test
