import type { Channel } from '../../../wire/channel.ts';
import { errnoName } from '../../../wire/errno.ts';
import { type FieldReader, readFields } from '../../../wire/fields.ts';
import { FileError } from '../../live-sandbox.ts';
import type { GuestSession } from './session.ts';

/** An operation on files, which ends with an errno. */
export interface Operation {
  kind: string;
  fields: readonly Uint8Array[];
  onData?: (chunk: Buffer) => void | Promise<void>;
}

export interface RunningOperation {
  channel: Channel;
  /** Resolves with the payload of the frame that accepts it. Rejects if it is refused or ends first. */
  accepted: Promise<Buffer>;
  /**
   * Resolves when it is complete and its data was taken, with the fields after its errno.
   * @throws FileError; the reason of the session's end
   */
  done: Promise<FieldReader>;
}

/** Starts an operation. Neither promise has to be handled. */
export function startOperation(
  session: GuestSession,
  { kind, fields, onData = () => {} }: Operation,
): RunningOperation {
  const accepted = Promise.withResolvers<Buffer>();
  const done = Promise.withResolvers<FieldReader>();
  const reject = (reason: unknown) => {
    accepted.reject(reason);
    done.reject(reason);
  };
  for (const { promise } of [accepted, done]) (promise as Promise<unknown>).catch(() => {});
  const channel = session.open(kind, fields, {
    onAccepted: accepted.resolve,
    onRefused: (errno) => reject(new FileError(errnoName(errno))),
    onData: (_stream, chunk) => onData(chunk),
    onEnded: (payload) => {
      const rest = readFields(payload);
      const errno = rest.u32();
      if (errno !== 0) return () => reject(new FileError(errnoName(errno)));
      return () => {
        // It may have been closed before init accepted it.
        accepted.resolve(Buffer.alloc(0));
        done.resolve(rest);
      };
    },
    onLost: reject,
  });
  return { channel, accepted: accepted.promise, done: done.promise };
}
