/** Pastes the pages that a new user reads first. All others: examples.full.test.ts. */
import { describe, it } from 'vitest';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { expectPasted, readerOfFile } from './page-session.ts';

describeWithEngine('on a new machine', () => {
  describe.each(['../README.md', 'quick-start.md'])('the examples of %s', (name) => {
    const reader = readerOfFile();

    it('work from top to bottom', async () => {
      expectPasted(await reader().paste([name]));
    });
  });
});
