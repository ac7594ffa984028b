import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { describeRules, farName } from './rule-runs.ts';

/** Holds a connection and prints how it ends, then tries another one. */
const holding = `
import socket, ssl, sys
context = ssl.create_default_context(cafile='/work/ca.pem')
connection = context.wrap_socket(socket.create_connection(('${farName}', 443), timeout=30), server_hostname='${farName}')
print('connected', flush=True)
try: print('end', connection.recv(1))
except OSError as error: print(type(error).__name__)
try: print(socket.create_connection(('${farName}', 443), timeout=5).recv(1))
except OSError as error: print(type(error).__name__)`;

/** Returns the ids of the egress processes of this test. */
function egressProcesses(): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  const rows = listed.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null);
  return rows
    .filter(([, , parent, command]) => Number(parent) === process.pid && command?.includes('egress-child'))
    .map(([, pid]) => Number(pid));
}

describeRules('the end of a network by rule', { plan: 207 }, ({ run, far }) => {
  const input = (onConnected: () => void) => ({
    language: 'python',
    code: holding,
    files: { 'ca.pem': far().authority },
    allow: [{ host: farName }],
    onEvent: ({ phase }: { phase: string }) => phase === 'open' && onConnected(),
  });

  test('by a crash of its process closes the connections, and the run continues without', async () => {
    let isKilled = false;
    const kill = () => {
      if (isKilled) return;
      isKilled = true;
      for (const pid of egressProcesses()) process.kill(pid, 'SIGKILL');
    };
    const result = await run(input(() => setTimeout(kill, 300)));
    expect(result.status).toBe('succeeded');
    expect(result.stdout).toMatch(
      /^connected\n(end b''|ConnectionResetError|SSLEOFError|SSLError)\n(b''|ConnectionResetError)\n$/,
    );
  });

  test('by a cancelled run leaves no process and no connection', async () => {
    const cancel = new AbortController();
    const result = await run({ ...input(() => cancel.abort()), signal: cancel.signal });
    expect(result.status).toBe('cancelled');
    const phases = result.events.map(({ phase }) => phase);
    expect(phases).toEqual(['open', 'close']);
    // One process boots ahead of the next run.
    await until(() => egressProcesses().length <= 1);
  });

  test('by the time limit of the run reports how much was received', async () => {
    const result = await run({ ...input(() => {}), timeoutMs: 2000 });
    expect(result.status).toBe('timed_out');
    const close = result.events.find(({ phase }) => phase === 'close');
    expect(close?.bytesIn).toBeGreaterThan(500);
  });
});
