/** `strongroom run | less`: a reader that pauses for minutes, also when the daemon has closed the stream. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { draftBytesLimit } from '../../../src-shared/zk/draft-payload.ts';
import { at, payload, save } from '../../daemon/drafts/draft-calls.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { cleanUpAfterTest } from '../../support/leftovers/clean-ups.ts';
import { until } from '../../support/until.ts';
import { cliBundle, commandWithDaemon } from '../command.ts';

const { daemon, forNewUser } = commandWithDaemon();
/** 1 MiB on each stream, the most that a run keeps. */
const program =
  'import sys\nfor stream in (sys.stdout, sys.stderr):\n  for line in range(16384): stream.write(f"{line:063}\\n")';

describeWithEngine('a pause of 5 minutes in the reading of the output', () => {
  it.each([
    ['loses nothing', false],
    ['loses nothing when the daemon has closed the stream to have its memory', true],
  ])('%s', async (_, isClosed) => {
    const { user, command } = await forNewUser();
    await save(user, 'run', { payload: payload(draftBytesLimit) });
    const env = { ...process.env, ...command.env, STRONGROOM_API_KEY: user.apiKey };
    const args = [cliBundle, '--data-dir', command.dataDir, 'exec', 'python', program];
    const running = spawn(process.execPath, args, { env, cwd: command.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(running, 'close');
    const errors = text(running.stderr);
    const ended = async () => (await user.session.call(listExecutions)).executions[0]?.status === 'succeeded';
    await until(ended);
    daemon().clock.pass(5 * 60_000);
    if (isClosed) {
      const statuses = () => Promise.all(Array.from({ length: 4 }, () => unreadDraft(user.token)));
      await until(async () => (await statuses()).includes(429));
      daemon().clock.pass(61_000);
      await until(async () => (await user.session.call(readDraft, at('run')).catch(() => undefined)) !== undefined);
    }
    const output = await text(running.stdout);
    expect(await exited).toEqual([0, null]);
    expect([output.length, (await errors).length]).toEqual([2 ** 20, 2 ** 20]);
    // A stream that was closed is resumed.
    expect((await daemon().readLog()).includes('/api/v1/executions/:id/events')).toBe(isClosed);
    expect(output.split('\n').every((line, index) => line === '' || Number(line) === index)).toBe(true);
  });
});

/** Asks for a draft of 16 MiB and reads only its status. */
function unreadDraft(token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(daemon().port, '127.0.0.1');
    cleanUpAfterTest(() => void socket.destroy());
    socket.once('error', reject);
    socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(9, 12))));
    socket.write(
      `GET /api/v1/drafts/run HTTP/1.1\r\nHost: 127.0.0.1:${daemon().port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}
