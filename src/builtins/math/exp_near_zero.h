// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included in the bodies of exp, exp2, exp10 and pow: the exponential function of what is left of
// the argument when the whole power of two is taken out.

/// e^r for |r| <= ln(2)/2.
static inline WEFT_BUILTIN GENTYPE expNearZero(GENTYPE r) {
#if BITS == 32
  // Sollya: fpminimax(exp(x), [|0,...,6|], [|1,1,SG...|], [-log(2)/2;log(2)/2], relative)
  GENTYPE p = V(0x1.68510ap-10f);
  p = MAD(p, r, V(0x1.123bdp-7f));
  p = MAD(p, r, V(0x1.555b98p-5f));
  p = MAD(p, r, V(0x1.55548ep-3f));
  p = MAD(p, r, V(0x1.fffff8p-2f));
  p = MAD(p, r, V(1.0f));
  p = MAD(p, r, V(1.0f));
  return p;
#else
  // Sollya: fpminimax(exp(x), [|0,...,11|], [|1,1,D...|], [-log(2)/2;log(2)/2], relative)
  GENTYPE p = MAD(r, V(0x1.ade16d03eeda4p-26), V(0x1.28af4645c86c8p-22));
  p = MAD(p, r, V(0x1.71dee61e21325p-19));
  p = MAD(p, r, V(0x1.a01997c296aa7p-16));
  p = MAD(p, r, V(0x1.a01a014761d7bp-13));
  p = MAD(p, r, V(0x1.6c16c1852d3c4p-10));
  p = MAD(p, r, V(0x1.1111111122326p-7));
  p = MAD(p, r, V(0x1.555555555029cp-5));
  p = MAD(p, r, V(0x1.5555555555511p-3));
  p = MAD(p, r, V(0x1.000000000000bp-1));
  p = MAD(p, r, V(0x1p+0));
  p = MAD(p, r, V(0x1p+0));
  return p;
#endif
}

/// 2^r for |r| <= 1/2.
static inline WEFT_BUILTIN GENTYPE exp2NearZero(GENTYPE r) {
#if BITS == 32
  // Sollya: fpminimax(2^x, [|0,...,6|], [|1,SG...|], [-0.5;0.5], relative)
  GENTYPE p = V(0x1.3f9bcp-13f);
  p = MAD(p, r, V(0x1.5f0b8cp-10f));
  p = MAD(p, r, V(0x1.3b30a6p-7f));
  p = MAD(p, r, V(0x1.c6af76p-5f));
  p = MAD(p, r, V(0x1.ebfbd8p-3f));
  p = MAD(p, r, V(0x1.62e43p-1f));
  p = MAD(p, r, V(1.0f));
  return p;
#else
  // Sollya: fpminimax(2^x, [|0,...,11|], [|1,D...|], [-0.5;0.5], relative)
  GENTYPE p = MAD(r, V(0x1.e94d20e92be29p-32), V(0x1.e61c2b7944bc5p-28));
  p = MAD(p, r, V(0x1.b5253ba5a560ap-24));
  p = MAD(p, r, V(0x1.62bfc7112bf6fp-20));
  p = MAD(p, r, V(0x1.ffcbfc5af865ep-17));
  p = MAD(p, r, V(0x1.4309130f17d3dp-13));
  p = MAD(p, r, V(0x1.5d87fe78a0ca2p-10));
  p = MAD(p, r, V(0x1.3b2ab6fb9ffa6p-7));
  p = MAD(p, r, V(0x1.c6b08d704a123p-5));
  p = MAD(p, r, V(0x1.ebfbdff82c5a5p-3));
  p = MAD(p, r, V(0x1.62e42fefa39efp-1));
  p = MAD(p, r, V(0x1p+0));
  return p;
#endif
}
