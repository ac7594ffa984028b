/**
 * The costs of an account's password: the second recommendation of RFC 9106. They are constants, so that changed data
 * cannot lower them.
 */
export const passwordCosts = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 } as const;
