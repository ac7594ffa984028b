/*
 * Init marks the pipes of standard output and standard error, so that a program can tell them from other pipes. The mark
 * is the signal for asynchronous input (F_SETSIG) of the open file, which has no effect: O_ASYNC is not set. Programs
 * inherit it with the descriptor, and read it with F_GETSIG.
 */
#ifndef STRONGROOM_OUTPUT_MARK_H
#define STRONGROOM_OUTPUT_MARK_H

#define OUTPUT_MARK 60

#endif
