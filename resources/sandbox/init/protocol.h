/* Numbers and names of PROTOCOL.md. */
#ifndef STRONGROOM_PROTOCOL_H
#define STRONGROOM_PROTOCOL_H

/* Only the tests of init set another folder. */
#ifndef WORK_DIRECTORY
#define WORK_DIRECTORY "/work"
#endif

#define PROTOCOL_VERSION 5
#define NONCE_BYTES 16
/* Largest payload of a frame. */
#define CHUNK_BYTES 65536
/* Largest payload of a frame that opens a channel. */
#define OPEN_CAP (2 * 1024 * 1024)
/* Credit of each direction of a channel at its start. */
#define CREDIT_BYTES (256 * 1024)
/* Credit is returned in steps of at least this many bytes. */
#define RETURN_BYTES CHUNK_BYTES
#define CHANNELS_CAP 64
#define FIRST_OWN_CHANNEL 32768
#define PING_CAP 16
#define LABEL_CAP 512
#define DEPTH_CAP 32
#define PATH_CAP 4096
#define LIST_CAP 65536
#define TEXT_CAP (4 * 1024 * 1024)

/* Frames from init on channel 0. */
enum frame_type {
  FRAME_HELLO = 'H',
  FRAME_STARTED = 'S',
  FRAME_CREDIT = 'W',
  FRAME_PONG = 'G',
  FRAME_STDOUT = 'O',
  FRAME_STDERR = 'E',
  FRAME_STDOUT_TAIL = 'P',
  FRAME_STDERR_TAIL = 'Q',
  FRAME_ENDED = 'K',
  FRAME_FILE = 'F',
  FRAME_STATUS = 'X',
  FRAME_FAILED = 'B',
};

/* Frames to init on channel 0. */
enum command_type { COMMAND_DATA = 'D', COMMAND_END = 'E', COMMAND_PING = 'P', COMMAND_ACKNOWLEDGE = 'Z' };

/* Frames of channels, in both directions. */
enum channel_type {
  CHANNEL_OPEN = 'O',
  CHANNEL_ACCEPTED = 'A',
  CHANNEL_REFUSED = 'N',
  CHANNEL_DATA = 'D',
  CHANNEL_END = 'E',
  CHANNEL_CREDIT = 'W',
  CHANNEL_CONTROL = 'C',
  CHANNEL_CLOSE = 'X',
  CHANNEL_ENDED = 'Q',
};

#endif
