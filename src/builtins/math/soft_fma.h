// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// a * b + c with one rounding, in integers, for processors without fused multiply-add.
#pragma once

/// A number of 128 bits.
typedef struct {
  ulong high, low;
} SoftFmaWide;

static inline SoftFmaWide softFmaShiftLeft(SoftFmaWide x, int by) { // 0 to 127
  if (by >= 64)
    return (SoftFmaWide){x.low << (by - 64), 0};
  return by == 0 ? x : (SoftFmaWide){x.high << by | x.low >> (64 - by), x.low << by};
}

/// Bits that fall out leave a 1 in the lowest place: enough for the rounding to see them.
static inline SoftFmaWide softFmaShiftRight(SoftFmaWide x, int by) { // 0 and more
  if (by == 0)
    return x;
  if (by >= 128)
    return (SoftFmaWide){0, (x.high | x.low) != 0};
  if (by > 64) {
    ulong lost = x.high << (128 - by) | x.low;
    return (SoftFmaWide){0, x.high >> (by - 64) | (lost != 0)};
  }
  if (by == 64)
    return (SoftFmaWide){0, x.high | (x.low != 0)};
  ulong lost = x.low << (64 - by);
  return (SoftFmaWide){x.high >> by, x.high << (64 - by) | x.low >> by | (lost != 0)};
}

/// The integer significand, 53 bits for a normal number, and *exponent with x = it * 2^*exponent.
static inline ulong softFmaSignificand(double x, int *exponent) {
  ulong bits = as_ulong(x) & 0x7ffffffffffffffful;
  int biased = (int)(bits >> 52);
  ulong fraction = bits & 0x000ffffffffffffful;
  *exponent = (biased == 0 ? 1 : biased) - 1075;
  return biased == 0 ? fraction : fraction | 0x0010000000000000ul;
}

/// x with its highest bit in place 126: one place is left for a carry.
static inline SoftFmaWide softFmaNormalize(SoftFmaWide x, int *exponent) {
  int zeros = x.high != 0 ? (int)__builtin_clzl(x.high) : 64 + (int)__builtin_clzl(x.low);
  *exponent -= zeros - 1;
  return zeros == 0 ? softFmaShiftRight(x, 1) : softFmaShiftLeft(x, zeros - 1);
}

static inline double softFma(double a, double b, double c) {
  double infinity = __builtin_inf();
  double product = a * b;
  if (!(__builtin_fabs(a) < infinity) || !(__builtin_fabs(b) < infinity) || a == 0 || b == 0)
    return product + c; // the product is exact
  if (!(__builtin_fabs(c) < infinity))
    return c;
  if (c == 0)
    return product;

  int exponentA, exponentB, exponentC;
  ulong significandA = softFmaSignificand(a, &exponentA);
  ulong significandB = softFmaSignificand(b, &exponentB);
  int exponent = exponentA + exponentB;
  SoftFmaWide sum = {mul_hi(significandA, significandB), significandA * significandB};
  sum = softFmaNormalize(sum, &exponent);
  SoftFmaWide addend = {0, softFmaSignificand(c, &exponentC)};
  addend = softFmaNormalize(addend, &exponentC);
  bool negative = as_long(product) < 0;
  bool negativeC = as_long(c) < 0;

  // The larger magnitude first; the other is shifted to its exponent.
  bool swap = exponentC > exponent ||
              (exponentC == exponent &&
               (addend.high > sum.high || (addend.high == sum.high && addend.low > sum.low)));
  if (swap) {
    SoftFmaWide other = sum;
    sum = addend;
    addend = other;
    int otherExponent = exponent;
    exponent = exponentC;
    exponentC = otherExponent;
    bool otherNegative = negative;
    negative = negativeC;
    negativeC = otherNegative;
  }
  addend = softFmaShiftRight(addend, exponent - exponentC);
  if (negative == negativeC) {
    sum.low += addend.low;
    sum.high += addend.high + (sum.low < addend.low);
  } else {
    sum.high -= addend.high + (sum.low < addend.low);
    sum.low -= addend.low;
    if ((sum.high | sum.low) == 0)
      return 0.0; // to the nearest, an exact zero is positive
  }
  sum = softFmaNormalize(sum, &exponent);

  // 127 bits become 53, or fewer where the lowest place would be below 2^-1074.
  int drop = 127 - 53;
  if (exponent + drop < -1074)
    drop = -1074 - exponent;
  if (drop > 126) { // keeps what decides between 0 and the least number
    sum = softFmaShiftRight(sum, drop - 126);
    exponent += drop - 126;
    drop = 126;
  }
  SoftFmaWide kept = {drop >= 64 ? 0 : sum.high >> drop,
                      drop >= 64 ? sum.high >> (drop - 64)
                                 : sum.high << (64 - drop) | sum.low >> drop};
  SoftFmaWide lost = softFmaShiftLeft(sum, 128 - drop);
  ulong result = kept.low;
  ulong tie = 0x8000000000000000ul;
  if (lost.high > tie || (lost.high == tie && (lost.low != 0 || (result & 1) != 0)))
    ++result;

  // Exact, in two steps because the power of two need not be a number.
  int power = exponent + drop;
  int firstPower = power / 2;
  double first = as_double((ulong)(firstPower + 1023) << 52);
  double second = as_double((ulong)(power - firstPower + 1023) << 52);
  double magnitude = (double)result * first * second;
  return negative ? -magnitude : magnitude;
}
