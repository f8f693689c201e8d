// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of sin and cos: what they share for float, with fused multiply-add.
#if BITS == 32
/// Up to here the reduction is good for the error bounds, as an exhaustive test shows.
#define REDUCTION_LIMIT 0x1p+17f

/// x - n pi for an n near x / pi. The first step is exact, so the result is good to a small
/// multiple of its own ulp however close x is to the multiple: pi is there to 72 bits.
static inline WEFT_BUILTIN GENTYPE subtractMultipleOfPi(GENTYPE x, GENTYPE n) {
  // All parts of pi are positive, so that a zero keeps its sign.
  GENTYPE r = FMA(n, V(-0x1.921fb4p+1f), x);
  r = FMA(n, V(-0x1.4442d0p-23f), r);
  return FMA(n, V(-0x1.84698ap-47f), r);
}

/// sin(r) for |r| <= pi/2.
static inline WEFT_BUILTIN GENTYPE sineNearZero(GENTYPE r) {
  // Sollya: fpminimax(sin(x), [|1,3,5,7,9|], [|1,SG...|], [1b-20;pi/2], relative)
  GENTYPE r2 = r * r;
  GENTYPE p = FMA(r2, V(0x1.5dc8c6p-19f), V(-0x1.9f70eep-13f));
  p = FMA(p, r2, V(0x1.110edap-7f));
  p = FMA(p, r2, V(-0x1.55554cp-3f));
  // Not r + r^3 p, which would make +0 of -0.
  return r * FMA(p, r2, V(1.0f));
}
#endif
