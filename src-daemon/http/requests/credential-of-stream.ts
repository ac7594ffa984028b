import type { Response } from 'express';
import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import type { Actor } from '../../core/actor.ts';
import { EventStreamReply, FileReply } from '../handler.ts';

/** Calls `listener` once when the credential ends; the returned function stops that. */
export type FollowCredential = (
  credential: Actor['credential'],
  listener: (reason: SessionEndReason) => void,
) => () => void;

interface Sent {
  response: Response;
  /** The result of the handler. */
  result: unknown;
  actor: Actor | undefined;
  follow: FollowCredential | undefined;
}

/** The runs of a deleted account are cancelled; their streams may report that for this long. */
const deletedAccountGraceMs = 5000;

/**
 * Breaks a streamed reply off when the credential that opened it ends, because a stream is authorized only once and can
 * last for days. The returned function stops following the credential.
 */
export function endWithCredential({ response, result, actor, follow }: Sent): () => void {
  if (!isFollowed(result) || actor === undefined || follow === undefined) return () => undefined;
  let grace: NodeJS.Timeout | undefined;
  const stop = follow(actor.credential, (reason) => {
    grace = setTimeout(() => response.destroy(), reason === 'account_deleted' ? deletedAccountGraceMs : 0);
  });
  return () => {
    stop();
    clearTimeout(grace);
  };
}

function isFollowed(result: unknown): boolean {
  if (result instanceof EventStreamReply) return !result.endsItself;
  return result instanceof FileReply && !(result.file.content instanceof Uint8Array);
}
