import type { SandboxCreationEvent } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { Actor } from '../../core/actor.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { asAppError } from '../../errors/app-error.ts';
import { createCurrentWork } from '../../work/current-work.ts';
import { toSandbox } from '../sandbox-view.ts';
import { type Opening, type OpenSandboxDeps, openSandbox } from './open-sandbox.ts';

/** The events of an installation are kept until the client has read them: the newest 64 KiB of its log. */
const eventLimits = { install_log: 64 * 1024 };

/**
 * Creates a sandbox and streams the installation of its packages. The last event is the sandbox, or the error.
 * @throws AppError if the request is refused
 */
export function streamCreation(
  deps: OpenSandboxDeps,
  actor: Actor,
  opening: Omit<Opening, 'append'>,
): AsyncIterable<StreamEvent> {
  const { accountId, credential } = actor;
  const identity = { id: 'creation', accountId, credentialId: credential.id, memory: deps.memoryOf(accountId) };
  const work = createCurrentWork<SandboxCreationEvent>({ ...identity, limits: eventLimits });
  const finish = () => {
    work.end();
    work.release();
  };
  try {
    void openSandbox(deps, actor, { ...opening, append: work.append })
      .then(
        (sandbox) => work.append({ event: 'created', data: toSandbox(sandbox) }),
        (cause: unknown) => {
          const error = asAppError(cause);
          if (error.code === 'internal') deps.log.error({ err: cause }, 'the creation of a sandbox failed');
          work.fail(error);
        },
      )
      .finally(finish);
  } catch (error) {
    finish();
    throw error;
  }
  return work.follow(0);
}
