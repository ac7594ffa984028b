import { createDisposals } from '../../disposals.ts';
import type { SandboxJob } from '../../engine.ts';
import { runInSandbox } from '../../guest/run-in-sandbox.ts';
import { requireLanguage } from '../../languages/languages.ts';
import { createStartWait } from '../../queue/start-wait.ts';
import type { Run, RunRecord } from '../../run.ts';
import { type BootedPod, bootPod } from '../pods/boot-pod.ts';
import type { PodContext, PodSpec } from '../pods/pod-context.ts';

/** A program of the canary. */
export interface CanaryRun {
  /** `bash` or `python`. */
  language: string;
  code: string;
  args?: readonly string[];
  onOutput: (chunk: Uint8Array) => void;
  onBooted?: (pod: BootedPod) => void;
  /** Ends the program. */
  signal: AbortSignal;
}

export const canaryMemoryMb = 256;
export const canaryPids = 64;
export const canaryScratchMb = 64;
const limitMs = 60_000;
const lifetimeSeconds = 600;

/** Runs a program in a pod of its own, and waits until the pod is removed. @throws errors of the cluster */
export async function runCanary(context: PodContext, canary: CanaryRun): Promise<RunRecord> {
  const { onOutput, onBooted, signal } = canary;
  const language = requireLanguage(canary.language);
  const job: SandboxJob = {
    id: 'canary',
    language: language.id,
    code: canary.code,
    stdin: new Uint8Array(),
    args: canary.args ?? [],
    env: {},
    files: [],
    timeoutMs: limitMs,
    memoryMb: canaryMemoryMb,
    network: 'none',
  };
  const hooks = { onOutput: (_stream: string, chunk: Uint8Array) => onOutput(chunk), signal };
  const run: Run = { language, job, hooks, wait: createStartWait(undefined, signal) };
  const spec: PodSpec = {
    image: context.connection.images.of(language).reference,
    executionId: job.id,
    memoryMb: canaryMemoryMb,
    pids: canaryPids,
    workMb: canaryScratchMb,
    scratchMb: canaryScratchMb,
    lifetimeSeconds,
  };
  const disposals = createDisposals();
  try {
    return await runInSandbox({ disposals }, run, async () => {
      const pod = await bootPod({ ...context, disposals }, spec);
      onBooted?.(pod);
      return pod;
    });
  } finally {
    await disposals.settled();
  }
}
