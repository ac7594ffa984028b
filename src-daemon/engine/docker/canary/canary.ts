import { readFile } from 'node:fs/promises';
import { TimeLimitError, within } from '../../../../src-shared-node/within.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import { nonceBytes } from '../../../wire/wire.ts';
import { type CanaryReport, canaryProgram, readCanaryReport } from '../../canary/canary-program.ts';
import { createDisposals } from '../../disposals.ts';
import { runInSandbox } from '../../guest/run-in-sandbox.ts';
import { findLanguage, type Language } from '../../languages/languages.ts';
import { createStartWait } from '../../queue/start-wait.ts';
import type { RunRecord } from '../../run.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';
import { rangeWithin, sharedUid } from '../../user-ids.ts';
import { openAttachedChannel } from '../sandbox/attach.ts';
import { type BootedSandbox, bootSandbox, helloLimitMs, type ImageContext } from '../sandbox/boot-sandbox.ts';
import { sandboxOptions } from '../sandbox/container-options.ts';
import { bootContainer } from '../sandbox/sandbox.ts';
import { findMissing } from './canary-checks.ts';

const memoryMb = 256;
const limitMs = 10_000;
const reportCap = 64 * 1024;
const shownLength = 300;

/**
 * Checks that the engine applies the isolation of a sandbox: boots one, runs a program in it and compares its report
 * with the requirements. If each sandbox must have its own kernel, two sandboxes must report different kernels, and
 * neither may report the kernel of the engine's machine.
 * @throws UnfitEngineError with the missing isolation and the remedy
 */
export async function proveEngine(given: ImageContext): Promise<void> {
  given.link.lost.throwIfAborted();
  return given.disposals.add(prove({ ...given, disposals: createDisposals() }));
}

async function prove(context: ImageContext): Promise<void> {
  const { isolation, lost } = context.link;
  try {
    if (isolation.level === 'container') return await proveWithUsers(context);
    await noteMachines(context);
    await Promise.all([proveSandbox(context), proveSandbox(context)]);
    context.link.users.confirm();
  } catch (error) {
    throw lost.aborted && !(error instanceof UnfitEngineError) ? error : asUnfit(error);
  } finally {
    // The canary's containers are removed before the engine is ready; a stop waits here too.
    await context.disposals.settled();
  }
}

/** Proves a sandbox. In a user namespace, it shows which user ids there are, and a second sandbox proves one of them. */
async function proveWithUsers(context: ImageContext): Promise<void> {
  const { users } = context.link;
  const report = await proveSandbox(context);
  if (users.range === undefined) {
    users.use(rangeWithin(report.users));
    if (users.range !== undefined) await proveSandbox(context);
    context.log.warn({ userIds: users.range ?? 'one, shared' }, sharedCounts);
  }
  users.confirm();
}

/** @throws UnfitEngineError */
async function proveSandbox(context: ImageContext): Promise<CanaryReport> {
  const { link, imageId, instanceId } = context;
  const output: Uint8Array[] = [];
  let uid = sharedUid;
  const record = await runCanary(context, {
    onBooted: (sandbox) => {
      uid = sandbox.uid ?? uid;
    },
    onOutput: (chunk) => output.push(chunk),
  });
  const text = Buffer.concat(output).subarray(0, reportCap).toString('latin1');
  const report = hasSucceeded(record) ? readCanaryReport(text) : undefined;
  if (report === undefined)
    throw new UnfitEngineError(
      `A sandbox starts, but the first program in it does not run to its end (${describeEnding(record)}). See the daemon's log, and the log of the engine.`,
    );
  const { level } = link.isolation;
  const options = sandboxOptions({ imageId, instanceId, uid, memoryMb, runtime: undefined });
  const missing = findMissing(report, { options, level, limitsSwap: link.facts.limitsSwap });
  if (missing.length > 0) throw new UnfitEngineError(`${introduction} ${missing.join('; ')}. ${advice}`);
  return report;
}

const introduction = 'The engine starts a sandbox without the required isolation. Missing:';
const sharedCounts =
  'the engine uses a user namespace: the kernel also counts inotify instances, signals and message queues of all its containers together';
const advice =
  'Update the engine to Docker 20.10 or later, enable control groups for its user, and remove any proxy or plugin that changes its create calls.';

interface CanaryHooks {
  onBooted: (sandbox: BootedSandbox) => void;
  onOutput: (chunk: Uint8Array) => void;
}

function runCanary(context: ImageContext, { onBooted, onOutput }: CanaryHooks): Promise<RunRecord> {
  const { link, imageId, instanceId } = context;
  const job = {
    id: 'canary',
    language: 'bash',
    code: canaryProgram,
    stdin: new Uint8Array(),
    args: [],
    env: {},
    files: [],
    timeoutMs: limitMs,
    memoryMb,
    network: 'none' as const,
  };
  const signal = link.lost;
  const hooks = { onOutput: (_stream: string, chunk: Uint8Array) => onOutput(chunk), signal };
  const wait = createStartWait(undefined, signal);
  const run = { language: findLanguage('bash') as Language, job, hooks, wait };
  const spec = { imageId, instanceId, executionId: job.id, memoryMb, runtime: link.facts.runtime };
  return runInSandbox(context, run, async () => {
    const sandbox = await bootSandbox(context, spec);
    onBooted(sandbox);
    return sandbox;
  });
}

function hasSucceeded({ ending }: RunRecord): boolean {
  return ending.kind === 'status' && ending.status.exitCode === 0;
}

function describeEnding({ ending, oom }: RunRecord): string {
  if (oom) return 'out of memory';
  if (ending.kind === 'status') return `exit code ${ending.status.exitCode}, signal ${ending.status.signal}`;
  if (ending.kind === 'failed') return `${ending.stage} ${ending.error}`.slice(0, shownLength);
  return ending.kind;
}

/**
 * Records the boot ids that no sandbox may have: that of the daemon's machine and that of the engine's machine, which
 * may be a virtual machine. A container of the engine's default runtime reads the latter. No program runs in it.
 */
async function noteMachines(context: ImageContext): Promise<void> {
  const { link, imageId, instanceId, log } = context;
  const own = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => undefined);
  if (own !== undefined) link.isolation.noteMachine(own.trim());
  const optionsFor = (uid: number) => sandboxOptions({ imageId, instanceId, uid, memoryMb, runtime: undefined });
  const container = await bootContainer(link, optionsFor, log);
  try {
    const frames = openAttachedChannel(container.stream, new Uint8Array(nonceBytes));
    const { bootId } = await within(helloLimitMs, frames.hello);
    link.isolation.noteMachine(bootId);
  } finally {
    void context.disposals.add(container.dispose());
  }
}

/** Returns an UnfitEngineError for failures of the engine. A missing image (404) is not one: it is built again. */
function asUnfit(error: unknown): unknown {
  const { statusCode, message = '' } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode !== 404)
    return new UnfitEngineError(
      `The engine cannot start a sandbox: ${firstLine(message)} Check that "docker run --rm hello-world" works.`,
      error,
    );
  if ([BootError, TimeLimitError, ProtocolError].some((kind) => error instanceof kind))
    return new UnfitEngineError(
      `The engine starts a sandbox, but its init does not report that it is up: ${firstLine(message)} See the log of the engine.`,
      error,
    );
  return error;
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0]?.slice(0, shownLength) ?? '';
  return line.endsWith('.') ? line : `${line}.`;
}
