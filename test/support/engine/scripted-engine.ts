import type { EgressHooks, EgressPolicy } from '../../../src-daemon/egress/policy.ts';
import type { Engine, RunHooks, SandboxJob, SandboxResult } from '../../../src-daemon/engine/engine.ts';
import type {
  LiveSandbox,
  LiveSandboxEnd,
  LiveSandboxes,
  LiveSandboxOptions,
} from '../../../src-daemon/engine/live-sandbox.ts';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';

/** A fake program: it gets a job and its hooks, and may return parts of the result. */
export type Program = (job: SandboxJob, hooks: RunHooks) => Promise<Partial<SandboxResult> | undefined>;

export interface ScriptedEngine {
  /** The program of the next runs. */
  program: Program;
  jobs: SandboxJob[];
  /** The options of the sandboxes that were opened. */
  opened: LiveSandboxOptions[];
}

const result: SandboxResult = {
  ...{ status: 'succeeded', exitCode: 0, signal: null, stdoutTruncated: false, stderrTruncated: false },
  ...{ durationMs: 1, queuedMs: 0, startupMs: 1, files: [], filesOmitted: {} as SandboxResult['filesOmitted'] },
};

/** Makes the engine of a test daemon run functions in the place of programs, so that a test drives the network hooks. */
export function scriptEngine(engine: Engine): ScriptedEngine {
  const script: ScriptedEngine = { program: async () => undefined, jobs: [], opened: [] };
  engine.admit = (job) => ({
    async run(hooks) {
      script.jobs.push(job);
      hooks.onStarted?.();
      return { ...result, ...(await script.program(job, hooks)) };
    },
    release: () => undefined,
  });
  const sandboxes: LiveSandboxes = {
    open: async (options) => {
      script.opened.push(options);
      return fakeSandbox();
    },
  };
  Object.defineProperty(engine, 'sandboxes', { configurable: true, get: () => sandboxes });
  return script;
}

/** A sandbox that only ends. */
function fakeSandbox(): LiveSandbox {
  const ended = Promise.withResolvers<LiveSandboxEnd>();
  const calls = {
    ended: ended.promise,
    startupMs: 1,
    dispose: async () => ended.resolve('disposed'),
    usage: () => Promise.reject(new Error('no usage')),
    writeFile: async () => undefined,
  };
  return calls as Partial<LiveSandbox> as LiveSandbox;
}

/** Returns the network hooks of a run or sandbox with rules. */
export function hooksOf({ network }: { network?: EgressHooks | undefined }): EgressHooks {
  if (network === undefined) throw new Error('the run has no network hooks');
  return network;
}

/** Returns the rules and secrets of a job with network rules. */
export function policyOf({ network }: Pick<SandboxJob, 'network'>): EgressPolicy {
  if (typeof network === 'string') throw new Error('the job has no network rules');
  return network;
}

/** Returns an event with defaults. */
export function networkEvent(fields: Partial<NetworkEventData>): NetworkEventData {
  const connection = { id: 1, host: 'api.example.com', port: 443, rule: 0, bytesIn: 0, bytesOut: 0 };
  return { ...connection, phase: 'open', ...fields };
}
