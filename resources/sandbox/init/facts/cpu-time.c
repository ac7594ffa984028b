#include "facts/facts.h"

/* Returns the time in user mode and in the kernel. */
int64_t cpu_time_us(const struct rusage *usage) {
  return (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 + usage->ru_utime.tv_usec +
         usage->ru_stime.tv_usec;
}
