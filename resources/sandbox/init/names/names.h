/* The name server of a sandbox that has no other: it knows `localhost` and the name of the sandbox. */
#ifndef STRONGROOM_NAMES_H
#define STRONGROOM_NAMES_H

/* Opens the server on 127.0.0.1, port 53, unless another one is there: the relay, or that of a network. */
void names_open(void);
/* Returns its socket, or -1. */
int names_socket(void);
/* Answers the queries that have arrived. */
void names_answer(void);

#endif
