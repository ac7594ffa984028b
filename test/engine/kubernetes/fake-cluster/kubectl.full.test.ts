/** The fake cluster as kubectl sees it: a client that is not ours checks its surface. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasCommand } from '../../../../scripts/engine/debian.ts';
import type { ApiServer } from '../../../support/kubernetes/api-server.ts';
import { writeKubeconfigOf } from '../../../support/kubernetes/cluster-files.ts';
import { describeWithDocker } from '../../docker/docker-fixture.ts';
import { clusterOfEach, inPhase, removed, shellPod } from './cluster-fixture.ts';

/** kubectl attaches by WebSocket, as the engine does, since 1.31. Debian trixie has 1.32, bookworm 1.20. */
const oldestMinor = 31;
const isPresent = hasCommand('kubectl');
const isNew = isPresent && minorVersion() >= oldestMinor;
const canRun = isNew || (!isPresent && process.env.CI === 'true');
if (!canRun) {
  const reason = isPresent ? `kubectl is older than 1.${oldestMinor}` : 'no kubectl in PATH';
  console.warn(`SKIPPED, ${reason} (Debian trixie: kubernetes-client): the fake cluster and kubectl`);
}

function minorVersion(): number {
  const { stdout } = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  return Number.parseInt(JSON.parse(stdout).clientVersion.minor, 10);
}

interface Kubectl {
  /** Writes standard input, and returns the outputs when kubectl has exited. */
  run(args: readonly string[], input?: string): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

function kubectlOf(server: ApiServer): Kubectl {
  const config = writeKubeconfigOf(server);
  const home = mkdtempSync(join(tmpdir(), 'kubectl-'));
  const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: config };
  return {
    run: async (args, input = '') => {
      const options = ['--context', 'test', '--namespace', server.namespace, ...args];
      const child = spawn('kubectl', options, { env, stdio: 'pipe' });
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
      const [stdout, stderr] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
      return { code: await code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
    },
  };
}

describe.skipIf(!canRun)('kubectl', () => {
  describeWithDocker(
    'and the fake cluster',
    (fixture) => {
      const cluster = clusterOfEach(fixture);

      test('lists a pod, attaches to it and deletes it', async () => {
        const { pods, server, node } = cluster();
        const kubectl = kubectlOf(server);
        await pods.create(shellPod('one', 'read line; echo "got $line"; echo wrong >&2; cat >/dev/null; sleep 600'));
        await inPhase(cluster(), 'one', 'Running');
        expect(await kubectl.run(['get', 'pods'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^one +/m) });
        expect(await kubectl.run(['get', 'pod', 'one', '-o', 'jsonpath={.status.phase}'])).toMatchObject({
          ...{ code: 0, stdout: 'Running' },
        });

        await pods.create(shellPod('two', 'read line; echo "got $line"; echo wrong >&2'));
        await inPhase(cluster(), 'two', 'Running');
        const attached = await kubectl.run(['attach', '-i', 'two', '-c', 'sandbox'], 'hello\n');
        expect(attached).toMatchObject({ code: 0, stdout: expect.stringContaining('got hello\n') });
        expect(attached.stderr).toContain('wrong');

        const deleted = await kubectl.run(['delete', 'pod', 'one', '--grace-period=1']);
        expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining('deleted') });
        await removed(cluster(), 'one');
        expect((await node.containers()).map(({ Labels }) => Labels['app.strongroom.pod'])).toEqual(['two']);
        expect(server.requests.some((request) => request.includes('/pods/two/attach'))).toBe(true);
      });

      test('reads the version of the server, and reports what the user may not do', async () => {
        const { pods, server } = cluster();
        const kubectl = kubectlOf(server);
        expect((await kubectl.run(['version', '-o', 'json'])).stdout).toContain(server.version.gitVersion);
        await pods.create(shellPod('one', 'exec sleep 600'));
        server.denied.add('delete pods');
        const denied = await kubectl.run(['delete', 'pod', 'one']);
        expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining('Forbidden') });
        expect((await kubectl.run(['get', 'pod', 'two'])).stderr).toContain('NotFound');
      });
    },
    { keepsWarm: false },
  );
});
