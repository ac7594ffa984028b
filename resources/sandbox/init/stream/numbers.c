#include <time.h>

#include "stream/stream.h"

uint16_t get_u16(const uint8_t *bytes) {
  return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

uint32_t get_u32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

uint64_t get_u64(const uint8_t *bytes) {
  return (uint64_t)get_u32(bytes) << 32 | get_u32(bytes + 4);
}

void put_u16(uint8_t *bytes, uint16_t value) {
  bytes[0] = (uint8_t)(value >> 8);
  bytes[1] = (uint8_t)value;
}

void put_u32(uint8_t *bytes, uint32_t value) {
  put_u16(bytes, (uint16_t)(value >> 16));
  put_u16(bytes + 2, (uint16_t)value);
}

void put_u64(uint8_t *bytes, uint64_t value) {
  put_u32(bytes, (uint32_t)(value >> 32));
  put_u32(bytes + 4, (uint32_t)value);
}

int64_t monotonic_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
