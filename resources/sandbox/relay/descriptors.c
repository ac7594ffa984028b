#include <unistd.h>

#include "relay.h"

void close_once(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}
