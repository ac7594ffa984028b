import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../scripts/style/check-message.ts';

describe('a commit message', () => {
  it.each([
    'Fix the lock of two starts',
    'Address the review of the queue',
    'Embed the font',
    'Process frames in order',
    'Bring the daemon to the front',
    'Need less memory at the start',
    'Use Node 24\n\nNode 20 reached its end of life.',
    `Name the source\n\nhttps://example.com/${'long/'.repeat(30)}`,
    `Wrap at the limit\n\n${'x'.repeat(100)}`,
    'x'.repeat(72).replace('x', 'X'),
  ])('is accepted: %s', (message) => {
    expect(checkMessage(message)).toEqual([]);
  });

  it.each([
    ['Added a lock', 'begins with "Added"'],
    ['Fixes the lock', 'begins with "Fixes"'],
    ['Using Node 24', 'begins with "Using"'],
    ['Running tests twice', 'begins with "Running"'],
    ['Tries again', 'begins with "Tries"'],
    ['The lock of two starts', 'begins with "The"'],
    ['fix the lock', 'capital letter'],
    ['fix: the lock', 'capital letter'],
    ['Fix the lock.', 'period'],
    ['X'.repeat(73), '73 characters, the limit is 72'],
    ['Fix the lock\nbecause two starts collide', 'second line is not blank'],
    [`Fix the lock\n\n${'word '.repeat(21)}`, 'Line 3 has 104 characters, the limit is 100'],
  ])('is refused: %s', (message, violation) => {
    expect(checkMessage(message)).toEqual([expect.stringContaining(violation)]);
  });
});
