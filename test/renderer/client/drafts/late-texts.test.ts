import { beforeEach, describe, expect, it } from 'vitest';
import { createLateTexts } from '../../../../src-renderer/client/drafts/late-texts.ts';
import { pass, stopClock } from '../../page/clock.ts';
import { cleanPageAfterEach } from '../../page/page-session.ts';

cleanPageAfterEach();
beforeEach(() => stopClock());

describe('a text that is produced late', () => {
  const begin = () => {
    const applied: [string, string | undefined][] = [];
    return { applied, late: createLateTexts((id, produce) => applied.push([id, produce()])) };
  };

  it('is the newest one, after a pause', async () => {
    const { applied, late } = begin();
    for (const text of ['a', 'ab', 'abc']) {
      late.add('run', () => text);
      await pass(200);
    }
    expect(applied).toEqual([]);
    await pass(100);
    expect(applied).toEqual([['run', 'abc']]);
  });

  it('is produced after three seconds at the latest', async () => {
    const { applied, late } = begin();
    for (let key = 0; key < 16; key++) {
      late.add('run', () => String(key));
      await pass(200);
    }
    expect(applied[0]).toEqual(['run', '14']);
  });

  it('is produced at once when the window is left, and only once', async () => {
    const { applied, late } = begin();
    late.add('run', () => 'a');
    late.add('run:2', () => undefined);
    late.settle();
    expect(applied).toEqual([
      ['run', 'a'],
      ['run:2', undefined],
    ]);
    await pass(5000);
    expect(applied).toHaveLength(2);
  });

  it('is forgotten with its draft, and with the session', async () => {
    const { applied, late } = begin();
    late.add('run', () => 'a');
    late.drop('run');
    late.add('run:2', () => 'b');
    late.clear();
    await pass(5000);
    expect(applied).toEqual([]);
  });
});
