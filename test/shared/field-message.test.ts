/** Messages for invalid fields, to be read after the field's name. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldMessage } from '../../src-shared/field-message.ts';
import { email, password, textOfBytes, typedPassword } from '../../src-shared/fields.ts';
import { passwordProblem } from '../../src-shared/zk/password-bytes.ts';

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: fieldMessage }).error?.issues[0]?.message;
}

test.each<[z.ZodType, unknown, string]>([
  [z.strictObject({ name: z.string() }), {}, 'is required'],
  [z.string(), 3, 'must be text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), 'x', 'must be a number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), 'x', 'must be a list'],
  [z.strictObject({}), [], 'must be an object'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(100), 'x'.repeat(101), 'must have at most 100 characters'],
  [z.int().min(32), 1, 'must be at least 32'],
  [z.int().max(600_000), 600_001, 'must be at most 600,000'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  [z.enum(['none', 'full']), 'half', 'must be one of "none", "full"'],
  [z.iso.datetime(), 'tomorrow', 'must be a time in ISO 8601, such as 2026-01-31T12:00:00Z'],
  [email(), 'me', 'must be of the form me@example.com'],
  [textOfBytes(1, 64 * 1024), '', 'must not be empty'],
  [textOfBytes(1, 64 * 1024), 'ä'.repeat(40_000), 'must be at most 64 KiB in UTF-8, but has 80,000 bytes'],
  [textOfBytes(1, 10), '\ud800', 'must be valid Unicode: it contains half of a character (a lone surrogate)'],
])('a value of another shape is refused in plain English, %#', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});

test.each([
  ['', 'must not be empty'],
  ['short', 'must have at least 8 characters'],
  ['       ', 'must have at least 8 characters'],
  ['u\u0308\u0304'.repeat(3), 'must have at least 8 characters'],
  ['x'.repeat(2000), 'is too long: the maximum is 1,024 bytes in UTF-8'],
  ['x'.repeat(100_000), 'is too long: the maximum is 1,024 bytes in UTF-8'],
  ['ä'.repeat(600), 'is too long: the maximum is 1,024 bytes in UTF-8'],
  ['long enough \ud800', 'must be valid Unicode: it contains half of a character (a lone surrogate)'],
])('a bad password is named, %#', (value, message) => {
  expect(messageOf(password(), value)).toBe(message);
});

test.each(['        ', ' leading and trailing ', '😀😀', 'x'.repeat(1024)])(
  'a good password may be of spaces, of emoji and long, %#',
  (value) => {
    expect(messageOf(password(), value)).toBeUndefined();
    expect(passwordProblem(value, 8)).toBeUndefined();
  },
);

test('a password to log in with may be of any length from 1 on', () => {
  expect(messageOf(typedPassword(), 'x')).toBeUndefined();
  expect(messageOf(typedPassword(), '')).toBe('must not be empty');
});
