// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of sinpi, cospi and tanpi. Each polynomial is by Sollya, for example
// fpminimax(sin(pi*x), [|1,3,...,17|], [|D...|], [1b-30;0.5], relative).

/// sin(pi a) for |a| <= 1/2.
static inline WEFT_BUILTIN GENTYPE sineOfHalfTurns(GENTYPE a) {
  GENTYPE a2 = a * a;
#if BITS == 32
  GENTYPE p = MAD(a2, V(0x1.407998p-4f), V(-0x1.328004p-1f));
  p = MAD(p, a2, V(0x1.466b26p+1f));
  p = MAD(p, a2, V(-0x1.4abbd8p+2f));
  return a * MAD(p, a2, V(0x1.921fb6p+1f));
#else
  GENTYPE p = MAD(a2, V(0x1.8f9e5a085a106p-21), V(-0x1.6f0536efc7099p-16));
  p = MAD(p, a2, V(0x1.e8f023f73b57bp-12));
  p = MAD(p, a2, V(-0x1.e30741a6ba9a8p-8));
  p = MAD(p, a2, V(0x1.5078346ab756fp-4));
  p = MAD(p, a2, V(-0x1.32d2cce5e66ebp-1));
  p = MAD(p, a2, V(0x1.466bc67759fccp+1));
  p = MAD(p, a2, V(-0x1.4abbce625be39p+2));
  return a * MAD(p, a2, V(0x1.921fb54442d18p+1));
#endif
}

/// sin(pi a) for 0 <= a <= 1/4.
static inline WEFT_BUILTIN GENTYPE sineOfQuarterTurns(GENTYPE a) {
#if BITS == 32
  return sineOfHalfTurns(a);
#else
  GENTYPE a2 = a * a;
  GENTYPE p = MAD(a2, V(0x1.e357ef99eb0bbp-12), V(-0x1.e2fe76fdffd2bp-8));
  p = MAD(p, a2, V(0x1.50782d5f14825p-4));
  p = MAD(p, a2, V(-0x1.32d2ccdfe9424p-1));
  p = MAD(p, a2, V(0x1.466bc67754fffp+1));
  p = MAD(p, a2, V(-0x1.4abbce625be09p+2));
  return a * MAD(p, a2, V(0x1.921fb54442d18p+1));
#endif
}

/// cos(pi a) for 0 <= a <= 1/4.
static inline WEFT_BUILTIN GENTYPE cosineOfQuarterTurns(GENTYPE a) {
  GENTYPE a2 = a * a;
#if BITS == 32
  GENTYPE p = MAD(a2, V(0x1.d684aap-3f), V(-0x1.55b7cep+0f));
  p = MAD(p, a2, V(0x1.03c1b8p+2f));
  p = MAD(p, a2, V(-0x1.3bd3ccp+2f));
#else
  GENTYPE p = MAD(a2, V(-0x1.b167302e37198p-14), V(0x1.f9c89ca1d5187p-10));
  p = MAD(p, a2, V(-0x1.a6d1e7294bffap-6));
  p = MAD(p, a2, V(0x1.e1f5067b90b37p-3));
  p = MAD(p, a2, V(-0x1.55d3c7e3c325bp+0));
  p = MAD(p, a2, V(0x1.03c1f081b5a67p+2));
  p = MAD(p, a2, V(-0x1.3bd3cc9be45dep+2));
#endif
  return MAD(p, a2, V(1));
}
