#ifndef STRONGROOM_FUZZ_H
#define STRONGROOM_FUZZ_H

/* work.c: the work directory, and a folder that links in it point to */
void work_create(void);
void work_renew(void);
void work_check(void);
void work_remove(void);

#endif
