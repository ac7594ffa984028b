import { randomInt } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 22 digits in base 62 have 131 bits. */
const length = 22;

/** Returns a new value that stands for a secret in one run. No program can guess that of another run. */
export function newPlaceholder(name: string, prefix: string | null): string {
  const random = Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('');
  return `${prefix ?? `srph_${name}_`}${random}`;
}
