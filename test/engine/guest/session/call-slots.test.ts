import { expect, it } from 'vitest';
import { createCallSlots } from '../../../../src-daemon/engine/guest/session/call-slots.ts';

const minuteMs = 60_000;

it('gives slots in order, at most so many at the same time', async () => {
  const { during } = createCallSlots({ max: 2, waitMs: minuteMs });
  const begun: number[] = [];
  let inProgress = 0;
  let max = 0;
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      during(async () => {
        begun.push(number);
        max = Math.max(max, ++inProgress);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inProgress -= 1;
      }),
    ),
  );
  expect([begun, max]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
});

it('continues after work that failed, and releases a slot once', async () => {
  const { acquire, during } = createCallSlots({ max: 1, waitMs: minuteMs });
  await expect(during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const end = await acquire();
  end();
  end();
  const held = await acquire();
  let hasBegun = false;
  const next = acquire().then(() => (hasBegun = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(hasBegun).toBe(false);
  held();
  await next;
});

it('lets work begin that has waited long', async () => {
  const { acquire } = createCallSlots({ max: 1, waitMs: 10 });
  await acquire();
  await acquire();
});
