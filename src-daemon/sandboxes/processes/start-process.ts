import { randomBytes } from 'node:crypto';
import type { ProcessRequest } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { type LiveProcess, type LiveSandbox, type ProcessListener, StartError } from '../../engine/live-sandbox.ts';
import type { HintDeps } from '../../work/hints/failed-run.ts';
import type { Entered } from '../access.ts';
import { requireFolder } from '../life/require-folder.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { chunksOf } from '../life/write-chunks.ts';
import type { RecordSandboxCode } from '../record-code.ts';
import { hintsInSandbox } from '../sandbox-hints.ts';
import { type PlannedProcess, planProcess } from './plan-process.ts';
import { createSandboxProcess, heldBytes, type SandboxProcess } from './sandbox-process.ts';

export interface StartProcessDeps extends HintDeps {
  recordCode: RecordSandboxCode;
  now: () => number;
}

/** Default time limit of a foreground process. */
const defaultTimeoutMs = 30_000;
/** Errors after which the next folder of PATH is searched. */
const searchOn = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'ENOEXEC', 'EISDIR']);

/**
 * Records and starts a process. The use of the sandbox ends with it, or at once if it runs in the background.
 * @throws AppError
 */
export async function startProcess(
  deps: StartProcessDeps,
  actor: Actor,
  { entered, request }: { entered: Entered; request: ProcessRequest },
): Promise<SandboxProcess> {
  const { recordCode, now } = deps;
  const { sandbox, live, asApiError } = entered;
  const planned = planProcess(sandbox, request);
  const { cwd = '' } = request;
  sandbox.memory.require(heldBytes);
  await requireFolder(live, cwd);
  const { language, codeLength, description, file } = planned;
  recordCode(actor, { sandboxId: sandbox.id, kind: 'process', language, codeLength });
  const id = `process_${randomBytes(12).toString('base64url')}`;
  const isBackground = request.background === true;
  const credentialId = actor.credential.id;
  const process = createSandboxProcess({
    ...{ id, sandbox, credentialId, isBackground, description, asApiError, now },
    hasByteOutput: request.outputEncoding === 'base64',
    hintsOf: (ended) => hintsInSandbox(deps, { actor, sandbox, ...hintFacts(sandbox, request, planned) }, ended),
  });
  const removeFile = () => {
    if (file !== undefined) live.remove(file.path).catch(() => undefined);
  };
  try {
    if (file !== undefined) await live.writeFile(file.path, chunksOf(file.content), { isNew: true, mode: 0o600 });
    process.begin(await startFirst(live, { planned, cwd, listener: process.listener }));
  } catch (error) {
    removeFile();
    throw error;
  }
  const stopTimer = limitTime(entered, process, request.timeoutMs ?? (isBackground ? undefined : defaultTimeoutMs));
  void process.ended.then(() => {
    stopTimer();
    removeFile();
    entered.leave();
  });
  if (isBackground) entered.leave();
  giveInput(process, request);
  return process;
}

/** A command line can start programs of any language: those of its sandbox are the likely ones. */
function hintFacts(sandbox: ActiveSandbox, request: ProcessRequest, planned: PlannedProcess) {
  const { code, shell, command = [], env, stdin = '', openStdin, background, timeoutMs } = request;
  return {
    language: code === undefined ? sandbox.language : (planned.language ?? sandbox.language),
    code: code ?? shell ?? command.join('\n'),
    env,
    hasInput: stdin !== '' || openStdin === true || background === true,
    timeoutMs: timeoutMs ?? defaultTimeoutMs,
  };
}

interface Start {
  planned: PlannedProcess;
  cwd: string;
  listener: ProcessListener;
}

/** Starts the first of the commands that exists. @throws StartError of the last one, or the first EACCES */
async function startFirst(live: LiveSandbox, { planned, cwd, listener }: Start): Promise<LiveProcess> {
  let refusal = new StartError('ENOENT');
  for (const argv of planned.commands) {
    try {
      return await live.startProcess({ argv, env: planned.env, cwd }, listener);
    } catch (error) {
      if (!(error instanceof StartError) || !searchOn.has(error.errno)) throw error;
      if (error.errno !== 'ENOENT') refusal = error;
    }
  }
  throw refusal;
}

/** Kills the process after its time. A paused process has its limit applied when the sandbox runs again. */
function limitTime({ sandbox }: Entered, process: SandboxProcess, timeoutMs: number | undefined): () => void {
  if (timeoutMs === undefined) return () => undefined;
  const timer = setTimeout(() => {
    void sandbox.whenRunning().then(() => process.kill('timed_out'));
  }, timeoutMs);
  return () => clearTimeout(timer);
}

/** Writes the input of the request. A program does not have to read it. */
function giveInput({ input }: SandboxProcess, { stdin, background, openStdin }: ProcessRequest): void {
  if (stdin === undefined && (background || openStdin)) return;
  input.write(Buffer.from(stdin ?? '', 'utf8'), { isLast: true }).catch(() => undefined);
}
