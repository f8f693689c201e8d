// The report of the vectoriser names what did not become a plain vector access, by source line.
kernel void scatter(global const int *at, global int *out) {
  out[at[get_global_id(0)]] = 1;
}
