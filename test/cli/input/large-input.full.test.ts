/** A pipe of 1 GiB to a program, through a daemon that is a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { register } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { cliBundle } from '../command.ts';

const limitMs = 600_000;
const gibibyte = 2 ** 30;
/** Sums the bytes that it reads, in pieces. */
const count = `import sys
total = 0
while piece := sys.stdin.buffer.read(65536): total += len(piece)
print(total)`;

function memoryMb(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

describeWithEngine('a pipe of 1 GiB', () => {
  it.skipIf(process.platform !== 'linux')(
    'is passed on in constant memory of the command and the daemon',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cli-'));
      const daemon = await startChildDaemon(dataDir);
      const account = { email: 'large@example.com', password: 'a long enough password' };
      const { apiKey } = await createApiClient(daemon.url).call(register, { body: account });
      const env = { ...process.env, STRONGROOM_API_KEY: apiKey, XDG_CONFIG_HOME: dataDir };
      const argv = [cliBundle, '--data-dir', dataDir, 'exec', '--timeout', '10m', 'python', count];
      const zeros = spawn('head', ['-c', String(gibibyte), '/dev/zero'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const command = spawn(process.execPath, argv, { env, stdio: [zeros.stdout, 'pipe', 'inherit'] });
      zeros.stdout.destroy();
      const printed = text(command.stdout);
      const before = memoryMb(daemon.process.pid ?? 0);
      const peaks = { command: 0, daemon: 0 };
      for await (const _ of setInterval(100)) {
        if (command.exitCode !== null) break;
        peaks.command = Math.max(peaks.command, memoryMb(command.pid ?? 0));
        peaks.daemon = Math.max(peaks.daemon, memoryMb(daemon.process.pid ?? 0) - before);
      }
      expect(await printed).toBe(`${gibibyte}\n`);
      console.info(`peak of the command: ${peaks.command} MiB; growth of the daemon: ${peaks.daemon} MiB`);
      expect(peaks.command).toBeLessThan(200);
      expect(peaks.daemon).toBeLessThan(200);
    },
    limitMs,
  );
});
