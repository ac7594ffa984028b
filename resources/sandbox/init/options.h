/* The options of init, before the command of the program that waits. PROTOCOL.md, "Options of init", lists them. */
#ifndef STRONGROOM_OPTIONS_H
#define STRONGROOM_OPTIONS_H

char *const *options_take(char *const argv[]);

#endif
