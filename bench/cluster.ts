/**
 * Measures runs in the pods of a cluster next to runs in containers, by two daemons on one machine: hot runs, taken in
 * turns; the share of encryption; the requests to the API server between a job and its result; and a burst. Without
 * arguments the cluster is the fake one of the tests. With `--kubeconfig`, `--namespace` and `--images` it is a real one
 * (docs/kubernetes.md).
 * `npm run bench:cluster -- [--rounds 30] [--burst 100] [--kubeconfig FILE --namespace NAME --images FILE]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openRealCluster, startFakeCluster } from './cluster/bench-cluster.ts';
import { encryptionWays } from './cluster/encryption.ts';
import { type BareDaemon, startBareDaemon, startBenchDaemon } from './measure/bench-daemon.ts';
import { describeMachine } from './measure/machine.ts';
import { percentile } from './measure/percentile.ts';
import { interleave, p50, print, printGoal, printTimes } from './sandboxes/goals.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    burst: { type: 'string', default: '100' },
    kubeconfig: { type: 'string' },
    namespace: { type: 'string' },
    images: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const burst = Number(values.burst);
/** Long enough for a pool to refill: the pause of a person, and of most agents. A pod takes longer than a container. */
const thinkMs = 1500;
const programs = [
  { language: 'python', code: 'print(1)' },
  { language: 'javascript', code: 'console.log(1)' },
  { language: 'bash', code: 'echo 1' },
];

/** More than the other rounds: the difference is small. */
const encryptionRounds = 5 * rounds;
const refused = 'refused: ';

const { kubeconfig, namespace, images } = values;
const docker = await startBenchDaemon();
const cluster =
  kubeconfig !== undefined && namespace !== undefined && images !== undefined
    ? openRealCluster({ kubeconfig, namespace, images })
    : await startFakeCluster(docker);
const inCluster = await startBareDaemon(cluster.flags, { KUBECONFIG: cluster.kubeconfig });
try {
  print(await describeMachine(docker));
  print(`cluster: ${cluster.description}`);
  await allowCluster(inCluster);
  await hotRuns();
  await encryption();
  await countRequests();
  await bursts();
} finally {
  await inCluster.stop();
  await cluster.stop();
  await docker.stop();
}

async function allowCluster({ url, token }: BareDaemon): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ cluster: { allowed: true } });
  const answer = await fetch(new URL('/api/v1/settings', url), { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

async function hotRuns(): Promise<void> {
  print(`\nhot runs, in turns, ${thinkMs} ms of pause before each`);
  for (const program of programs) {
    const way = (name: string, daemon: Pick<BareDaemon, 'executeWith'>) => ({
      name: `${program.language}, ${name}`,
      prepare: () => sleep(thinkMs),
      run: async () => requireOne(await daemon.executeWith(program, {})),
    });
    const times = await interleave([way('containers', docker), way('pods', inCluster)], rounds);
    printTimes(times);
    const [containers, pods] = ['containers', 'pods'].map((name) => p50(times, `${program.language}, ${name}`));
    printGoal('pods / containers', { value: (pods ?? 0) / (containers ?? 1), limit: 1.5 });
  }
}

/** The difference of two runs in containers, as a share of a hot run in them: no server is between. */
async function encryption(): Promise<void> {
  print('\nencryption of the stream, in turns, from the job to the end of its program');
  const times = await interleave(encryptionWays(docker), encryptionRounds);
  printTimes(times);
  const [clear, encrypted] = ['in the clear', 'encrypted'].map((name) => p50(times, name));
  printGoal('encrypted / in the clear', { value: (encrypted ?? 0) / (clear ?? 1), limit: 1.05 });
}

/** The pool begins to replace the pod of a run 40 ms after it was taken, so the least of several runs counts. */
async function countRequests(): Promise<void> {
  if (cluster.requestCount === undefined) return;
  const counts: number[] = [];
  for (let round = 0; round < 5; round++) {
    await sleep(thinkMs);
    const before = cluster.requestCount();
    requireOne(await inCluster.executeWith({ language: 'python', code: 'print(1)' }, {}));
    counts.push(cluster.requestCount() - before);
  }
  print('\nrequests to the API server');
  printGoal('between a job and its answer', { value: Math.min(...counts), limit: 0, unit: 'requests' });
}

async function bursts(): Promise<void> {
  for (const [name, daemon] of [
    ['containers', docker],
    ['pods', inCluster],
  ] as const) {
    await sleep(thinkMs);
    const times: number[] = [];
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: burst }, async (_, index) => {
        // A cluster that has no room for two minutes refuses the rest.
        const text = await daemon.executeWith({ language: 'python', code: `print(${index})` }, {}).catch(asRefusal);
        times.push(performance.now() - startedAt);
        return text;
      }),
    );
    const right = answers.filter((text, index) => text === `${index}\n`).length;
    const [middle, last] = [50, 100].map((percent) => (percentile(times, percent) / 1000).toFixed(1));
    print(`\nburst of ${burst}, ${name}: ${right} right answers, p50 ${middle} s, last ${last} s`);
    for (const refusal of new Set(answers.filter((text) => text.startsWith(refused)))) print(`  ${refusal}`);
    if (right !== burst) process.exitCode = 1;
  }
}

function asRefusal(error: unknown): string {
  return `${refused}${String(error).slice(0, 300)}`;
}

function requireOne(output: string): void {
  if (output !== '1\n') throw new Error(`wrong answer: ${output}`);
}
