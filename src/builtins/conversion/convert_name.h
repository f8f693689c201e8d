// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONVERT(_sat_rte) is convert_int4_sat_rte where GENTYPE is int4. CONVERT() is convert_int4.
#pragma once

#define WEFT_CONVERT_JOIN(type, suffix) convert_##type##suffix
#define WEFT_CONVERT(type, suffix) WEFT_CONVERT_JOIN(type, suffix)
#define CONVERT(suffix) WEFT_CONVERT(GENTYPE, suffix)
