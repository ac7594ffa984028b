import { passwordBytes } from './password-bytes.ts';

/** Argon2id version 1.3 (RFC 9106), by whichever implementation the runtime has. */
export type Argon2id = (input: {
  password: Uint8Array;
  salt: Uint8Array;
  /** Passes over the memory. */
  timeCost: number;
  memoryKib: number;
  /** Lanes. */
  parallelism: number;
  /** Bytes of the answer. */
  hashLength: number;
}) => Promise<Uint8Array>;

/** RFC 9106's second recommendation. Fixed by the formats: none of it is in a payload, so none can be lowered there. */
const costs = { timeCost: 3, memoryKib: 64 * 1024, parallelism: 4, hashLength: 32 } as const;

/** The 32 bytes that a master password gives with a salt of 16 bytes. @throws PasswordFormError */
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
