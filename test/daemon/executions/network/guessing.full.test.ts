/** A program that may use a secret prints guesses of its value, and reads its own events. On a real engine. */
import { expect, it } from 'vitest';
import { putSecret } from '../../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openEventStream } from '../../../support/event-stream.ts';

const host = 'api.guessing.example';
const value = 'q7Hs0Vb2LkZw9XeRt5Yu';
const daemon = testDaemonOfFile();

/** Prints each guess without a line end, and waits for longer than text waits for one. */
const program = `
import sys, time
for guess in sys.argv[1:]:
  sys.stdout.write(guess); sys.stdout.flush(); time.sleep(0.4)`;

describeWithEngine('a guess of the value of a secret with hosts', () => {
  it('is printed like any other text, a whole value too, and its events have the same sizes', async () => {
    const { session, token } = await daemon().newUser();
    await session.call(updateSettings, { body: { network: { ceiling: [{ host }] } } });
    await session.call(putSecret, { params: { name: 'TOKEN' }, body: { value, hosts: [{ host }] } });
    const args = [value.slice(0, 10), `${value.slice(0, 9)}~`, value.slice(0, 19), `${value.slice(0, 18)}~`, value];
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: '/api/v1/execute',
      headers: { authorization: `Bearer ${token}` },
      body: { language: 'python', code: program, args, network: { allow: [{ host, secrets: ['TOKEN'] }] } },
    });
    const events = await stream.rest();
    expect(events.at(-1)?.data.stdout).toBe(args.join(''));
    expect(events.filter(({ event }) => event === 'stdout').map(({ data }) => data.text)).toEqual(args);
  });
});
