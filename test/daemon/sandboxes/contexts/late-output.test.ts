/** Output between two cells, which is kept for the next one. */
import { describe, expect, it } from 'vitest';
import { createMessageBudget } from '../../../../src-daemon/sandboxes/contexts/kernel-messages.ts';
import { createLateOutput } from '../../../../src-daemon/sandboxes/contexts/late-output.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';

const textOf = (chunks: readonly { stream: string; chunk: Uint8Array }[]) =>
  chunks.map(({ stream, chunk }) => [stream, Buffer.from(chunk).toString()]);

describe('the output between two cells', () => {
  it('is given once, in its order', () => {
    const late = createLateOutput(createMessageBudget(newAccountMemory()));
    late.push('stdout', Buffer.from('a'));
    late.push('stdout', Buffer.from('b'));
    late.push('stderr', Buffer.from('c'));
    late.push('stdout', Buffer.from('d'));
    expect(textOf(late.take())).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'c'],
      ['stdout', 'd'],
    ]);
    expect(late.take()).toEqual([]);
  });

  it('is its newest part above 64 KiB, after a line that says so', () => {
    const late = createLateOutput(createMessageBudget(newAccountMemory()));
    for (let count = 0; count < 100; count++) late.push('stdout', Buffer.alloc(1024, String(count % 10)));
    const [first, ...rest] = textOf(late.take());
    const kept = rest.map(([, text]) => text).join('');
    expect(kept.length).toBeGreaterThan(56 * 1024);
    expect(kept.length).toBeLessThanOrEqual(64 * 1024);
    expect(kept.endsWith('9'.repeat(1024))).toBe(true);
    expect(first).toEqual([
      'stderr',
      `[${100 * 1024 - kept.length} bytes of older output between the cells were left out]\n`,
    ]);
  });

  it('returns its memory, and keeps nothing without memory', () => {
    const memory = newAccountMemory();
    const budget = createMessageBudget(memory);
    const late = createLateOutput(budget);
    for (let round = 0; round < 50; round++) {
      late.push('stdout', Buffer.alloc(64 * 1024));
      late.take();
    }
    expect(budget.take(32 * 1024 * 1024)).toBe(true);
    late.push('stdout', Buffer.from('lost'));
    expect(textOf(late.take())).toEqual([['stderr', '[4 bytes of older output between the cells were left out]\n']]);
  });
});
