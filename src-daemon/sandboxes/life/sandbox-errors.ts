import type { SandboxEndReason } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { FileError, type LiveSandboxEnd, SandboxEndedError, StartError } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import { fileFault } from '../files/file-errors.ts';

const endTexts: Readonly<Record<SandboxEndReason, string>> = {
  deleted: 'it was deleted',
  idle: 'it was not used for longer than it may be idle',
  lifetime: 'its longest lifetime has passed',
  credential_ended: 'the login or API key that created it has ended',
  account_ended: 'its account was deleted',
  out_of_memory: 'its memory was full, so the new one needs more',
  stopped: 'its container exited unexpectedly',
  engine_lost: 'the sandbox engine stopped answering',
  daemon_stopped: 'the daemon stopped',
};

/** Reasons of the engine; `disposed` is used only if the daemon ended the sandbox without another reason. */
export const endReasonsOfEngine: Readonly<Record<LiveSandboxEnd, SandboxEndReason>> = {
  disposed: 'stopped',
  stopped: 'stopped',
  out_of_memory: 'out_of_memory',
  engine_lost: 'engine_lost',
};

/** Returns the error of a sandbox that has ended; its details contain the reason for programs, as `endReason`. */
export function sandboxEnded(reason: SandboxEndReason): AppError {
  return new AppError('sandbox_ended', `The sandbox has ended: ${endTexts[reason]}. Create a new one.`, {
    details: [{ path: 'endReason', message: reason }],
  });
}

/** Returns the same error for a sandbox that does not exist and for one that the credential may not use. */
export function sandboxNotFound(): AppError {
  return new AppError(
    'sandbox_not_found',
    'There is no sandbox with this id, or this API key does not see it. List your sandboxes.',
  );
}

export function sandboxPaused(): AppError {
  return new AppError('sandbox_paused', 'The sandbox is paused. Resume it first.');
}

/** Maps an error of the engine's interface to an error of the API. Other errors are returned unchanged. */
export function asSandboxError(error: unknown, endReason: SandboxEndReason | undefined): unknown {
  if (error instanceof SandboxEndedError) return sandboxEnded(endReason ?? endReasonsOfEngine[error.reason]);
  if (error instanceof FileError) return fileFault(error);
  if (error instanceof StartError) return startFault(error);
  return error;
}

/** Returns true if the sandbox has no process or memory left for another program. */
export function isExhausted({ errno }: StartError): boolean {
  return errno === 'EAGAIN' || errno === 'ENOMEM';
}

function startFault(error: StartError): AppError {
  if (isExhausted(error))
    return new AppError(
      'too_many_channels',
      'The sandbox has no free process or memory for another program. End some of its processes first.',
    );
  return new AppError(
    'program_not_found',
    `The sandbox has no executable program with this name (${error.errno}). Check the name, its permissions and its folder.`,
  );
}
