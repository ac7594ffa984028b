import { z } from 'zod';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { execute } from '../../src-shared/contracts/executions.contract.ts';
import { ApiRefusal } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { type Finding, ok } from './finding.ts';
import { boundsProbe, escapeProbe, floodProbe, memoryProbe, timeProbe } from './probes.ts';

const samples = 5;
const probeAnswer = z.record(z.string(), z.boolean());
/** The isolation that a sandbox must enforce, by the keys of the probe's answer. */
const bounds: Readonly<Record<string, string>> = {
  network: 'no network',
  root: 'the file system cannot be written outside of /work and /tmp',
  user: 'no privileged user, no capability, no new privileges',
  socket: 'no socket of a container engine',
  host: 'no process of the host is visible',
  disk: 'the working directory is limited',
};

/** Tries to escape from a sandbox of this machine and to exceed its limits, and measures its start time. */
export async function checkSandbox(client: ApiClient): Promise<Finding[]> {
  try {
    return [
      await measureStart(client),
      ...(await checkBounds(client)),
      await checkLimit(client, 'memory limit', {
        code: memoryProbe,
        memoryMb: 64,
        expected: ['out_of_memory', 'failed'],
      }),
      await checkLimit(client, 'time limit', { code: timeProbe, timeoutMs: 500, expected: ['timed_out'] }),
      await checkLimit(client, 'process limit', { code: boundsProbe, expected: ['succeeded'] }),
      await checkOutput(client),
    ];
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return [
      {
        name: 'sandbox',
        status: 'failure',
        found: `${error.code}: ${error.message}`,
        nextStep:
          error.code === 'cluster_not_allowed'
            ? 'To let programs run in the cluster: strongroom cluster allow on'
            : 'See the engine above.',
      },
    ];
  }
}

/** Runs a check, which the history does not keep. */
function run(client: ApiClient, request: Omit<ExecuteRequest, 'language'>) {
  return client.call(execute, {
    body: { language: 'python', secrets: [], packages: false, timeoutMs: 20_000, keep: false, ...request },
  });
}

async function measureStart(client: ApiClient): Promise<Finding> {
  const times: { startMs: number; wholeMs: number }[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const before = performance.now();
    const { startupMs, stdout } = await run(client, { code: 'print(6 * 7)' });
    if (stdout.trim() !== '42')
      return {
        name: 'sandbox',
        status: 'failure',
        found: 'a program printed a wrong result',
        nextStep: 'Read the daemon log.',
      };
    times.push({ startMs: startupMs, wholeMs: performance.now() - before });
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const start = middle(times.map(({ startMs }) => startMs)).toFixed(1);
  const whole = middle(times.map(({ wholeMs }) => wholeMs)).toFixed(1);
  return ok('sandbox', `runs; starts in ${start} ms, answers in ${whole} ms (median of ${samples})`);
}

async function checkBounds(client: ApiClient): Promise<Finding[]> {
  const { stdout, place } = await run(client, { code: escapeProbe });
  const parsed = probeAnswer.safeParse(parse(stdout));
  if (!parsed.success)
    return [{ name: 'escape', status: 'failure', found: 'the probe did not answer', nextStep: 'Read the daemon log.' }];
  const { interfaces, network, ...rest } = parsed.data;
  // A pod of a cluster has an interface, whose connections a policy or init refuses.
  const held: Partial<Record<string, boolean>> = {
    ...rest,
    network: network === true && (interfaces === true || place === 'cluster'),
  };
  return Object.entries(bounds).map(([key, description]): Finding => {
    const name = key === 'disk' ? 'work folder' : key;
    if (held[key]) return ok(name, description);
    const nextStep = 'Do not run code that you do not trust; report this with "strongroom doctor --json".';
    return { name, status: 'failure', found: `NOT enforced: ${description}`, nextStep };
  });
}

interface Limit {
  code: string;
  memoryMb?: number;
  timeoutMs?: number;
  /** Statuses of the run if the limit is enforced. */
  expected: string[];
}

async function checkLimit(client: ApiClient, name: string, { expected, ...request }: Limit): Promise<Finding> {
  const { status, durationMs } = await run(client, request);
  if (expected.includes(status)) return ok(name, `enforced: ${status} after ${Math.round(durationMs)} ms`);
  return {
    name,
    status: 'failure',
    found: `NOT enforced: ${status}`,
    nextStep: 'Report this with "strongroom doctor --json".',
  };
}

async function checkOutput(client: ApiClient): Promise<Finding> {
  const { stdout, stdoutTruncated } = await run(client, { code: floodProbe });
  if (stdoutTruncated && stdout.length <= 1024 * 1024) return ok('output limit', 'enforced: truncated at 1 MiB');
  return {
    name: 'output limit',
    status: 'failure',
    found: `NOT enforced: ${stdout.length} characters`,
    nextStep: 'Report this with "strongroom doctor --json".',
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
