const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62 with leading zeros, `length` digits long. */
export function encodeBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  if (rest !== 0n) throw new RangeError(`the number needs more than ${length} digits`);
  return text;
}

/** The number that {@link encodeBase62} wrote; undefined when a character is none of its digits. */
export function decodeBase62(text: string): bigint | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 62n + BigInt(digit);
  }
  return value;
}
