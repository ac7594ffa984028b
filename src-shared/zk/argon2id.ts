import { passwordBytes } from './password-bytes.ts';

/** Argon2id version 1.3 (RFC 9106); each runtime supplies its own implementation. */
export type Argon2id = (input: {
  password: Uint8Array;
  salt: Uint8Array;
  /** Passes over the memory. */
  timeCost: number;
  memoryKib: number;
  /** Lanes. */
  parallelism: number;
  /** Length of the result in bytes. */
  hashLength: number;
}) => Promise<Uint8Array>;

/** Second recommendation of RFC 9106. The formats fix the costs; a payload does not contain and cannot lower them. */
const costs = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 } as const;

/** Derives 32 bytes of key material from a master password and a salt of 16 bytes. @throws PasswordFormError */
export async function masterKeyMaterial(
  argon2id: Argon2id,
  masterPassword: string,
  salt: Uint8Array,
): Promise<Uint8Array> {
  const password = passwordBytes(masterPassword);
  try {
    return await argon2id({ password, salt, ...costs });
  } finally {
    password.fill(0);
  }
}
