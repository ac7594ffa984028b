import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const characters = 26;

/** Returns a new random id of 130 bits, which is a valid DNS label. */
export function newSandboxId(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return `sbx${Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}
