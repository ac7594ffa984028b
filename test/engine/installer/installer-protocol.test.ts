/** The installer's module of the protocol, run in a sandbox, against the daemon's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  encodeOrder,
  installLimits,
  readInstallerMessage,
} from '../../../src-daemon/engine/installer/installer-protocol.ts';
import { describeWithDocker, resourcesDir, run } from '../docker/docker-fixture.ts';

const source = readFileSync(join(resourcesDir, 'installer/protocol.py')).toString('base64');
const bootId = '4374abca-1ee1-4082-8134-1c44f394982e';
const reasons = ['installer', 'timed_out', 'too_large', 'disk_full', 'incomplete', 'needs_build'];
const order = { packageManager: 'pip', packages: { six: '>=1' }, source: { certificates: '' } } as const;

/** Writes one message of each kind, then the order as the installer reads it. */
const program = `
import base64, sys
exec(compile(base64.b64decode('${source}'), 'protocol.py', 'exec'))
sys.stdout.write(hello('${bootId}') + log('a "line"') + done({'six': '1.0'}, 5, 2))
for reason in '${reasons.join(' ')}'.split(): sys.stdout.write(failed(reason))
print(json.dumps(read_order(sys.stdin.buffer.readline())))
`;

describeWithDocker('the protocol of the installer', (fixture) => {
  test('is the same at both sides', async () => {
    const stdin = encodeOrder(order, installLimits);
    const { stdout, stderr } = await run(fixture().engine, { language: 'python', code: program, stdin });
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(JSON.parse(lines.pop() ?? '')).toEqual({
      manager: 'pip',
      packages: { six: '>=1' },
      settings: { builds: true, certificates: '', hosts: ['pypi.org:443', 'files.pythonhosted.org:443'] },
      limits: { seconds: 600, bytes: 2 ** 31, files: 200_000, freeBytes: 2 ** 29 },
    });
    expect(lines.map(readInstallerMessage)).toEqual([
      { hello: { bootId } },
      { log: 'a "line"' },
      { done: { versions: { six: '1.0' }, bytes: 5, files: 2 } },
      ...reasons.map((reason) => ({ failed: { reason } })),
    ]);
  });

  test('has no order with other fields', async () => {
    const stdin = encodeOrder(order, installLimits).replace('"limits"', '"limit"');
    const { stderr, exitCode } = await run(fixture().engine, { language: 'python', code: program, stdin });
    expect([exitCode, stderr.includes('ValueError')]).toEqual([1, true]);
  });
});
