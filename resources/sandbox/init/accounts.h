/* The entries of the sandbox's user in /etc/passwd and /etc/group. */
#ifndef STRONGROOM_ACCOUNTS_H
#define STRONGROOM_ACCOUNTS_H

void accounts_write(void);

#endif
