// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included after scale.h by the bodies of sin and cos: what they share with fused multiply-add.
#undef REDUCTION_LIMIT
#undef MOVE_PARITY_TO_SIGN
#if BITS == 32
/// Up to here the reduction is good for the error bounds, as an exhaustive test shows.
#define REDUCTION_LIMIT 0x1p+17f
#define MOVE_PARITY_TO_SIGN 31
#else
#define REDUCTION_LIMIT 0x1p+30
#define MOVE_PARITY_TO_SIGN 63
#endif

/// x - n pi for an n near x / pi. The first step is exact, so the result is good to a small
/// multiple of its own ulp however close x is to the multiple: pi has three times the digits of the
/// type. All its parts are positive, so that a zero keeps its sign.
static inline WEFT_BUILTIN GENTYPE subtractMultipleOfPi(GENTYPE x, GENTYPE n) {
#if BITS == 32
  GENTYPE r = FMA(n, V(-0x1.921fb4p+1f), x);
  r = FMA(n, V(-0x1.4442d0p-23f), r);
  return FMA(n, V(-0x1.84698ap-47f), r);
#else
  GENTYPE r = FMA(n, V(-0x1.921fb54442d18p+1), x);
  r = FMA(n, V(-0x1.1a62633145c06p-53), r);
  return FMA(n, V(-0x1.c1cd129024e09p-106), r);
#endif
}

/// sin(r) for |r| <= pi/2.
static inline WEFT_BUILTIN GENTYPE sineNearZero(GENTYPE r) {
  // Sollya: fpminimax(sin(x), [|1,3,5,7,9|], [|1,SG...|], [1b-20;pi/2], relative), and for double
  // up to 17.
  GENTYPE r2 = r * r;
#if BITS == 32
  GENTYPE p = FMA(r2, V(0x1.5dc8c6p-19f), V(-0x1.9f70eep-13f));
  p = FMA(p, r2, V(0x1.110edap-7f));
  p = FMA(p, r2, V(-0x1.55554cp-3f));
#else
  GENTYPE p = FMA(r2, V(0x1.883bd6e221159p-49), V(-0x1.ae43da6664193p-41));
  p = FMA(p, r2, V(0x1.6123ce4a49eb7p-33));
  p = FMA(p, r2, V(-0x1.ae6454d94bc52p-26));
  p = FMA(p, r2, V(0x1.71de3a52aa9b8p-19));
  p = FMA(p, r2, V(-0x1.a01a01a014eb4p-13));
  p = FMA(p, r2, V(0x1.11111111110c9p-7));
  p = FMA(p, r2, V(-0x1.5555555555555p-3));
#endif
  // Not r + r^3 p, which would make +0 of -0.
  return r * FMA(p, r2, V(1));
}
