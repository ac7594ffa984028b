import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openDaemonConnection } from '../../../src-shared-node/daemon-connection.ts';
import { readRunFile } from '../../../src-shared-node/run-file.ts';
import { startTestDaemon } from '../../support/daemon/test-daemon.ts';

it.skipIf(process.platform === 'win32')('a connection that was proved is not replaced by another', async () => {
  const daemon = await startTestDaemon();
  const running = readRunFile(daemon.config.runFilePath);
  if (running?.socketPath === undefined) throw new Error('the run file names no socket');
  const agent = await openDaemonConnection(running);
  await daemon.stop();
  // Another program at the very same path, as it could be with a named pipe.
  let connections = 0;
  const other = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  rmSync(running.socketPath, { force: true });
  await new Promise<void>((resolve) => other.listen(running.socketPath, resolve));
  const asked = new Promise((resolve, reject) => {
    const headers = { 'x-api-key': 'srk_secret' };
    request(daemon.url, { agent, headers }, resolve).once('error', reject).end();
  });
  await expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect(openDaemonConnection(running)).rejects.toThrow('does not answer at its socket');
  expect(connections).toBe(1);
  other.close();
});
