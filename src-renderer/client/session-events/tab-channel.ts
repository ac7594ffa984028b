import { z } from 'zod';
import { sessionEndReasons } from '../../../src-shared/contracts/events.contract.ts';

const channelName = 'strongroom.session-events';
const watchId = z.string().length(22);

/**
 * A message between the tabs of one browser. It contains no credential, and its receiver verifies it with the daemon.
 */
const TabMessage = z.discriminatedUnion('kind', [
  /** A tab requests events about its session. */
  z.strictObject({ kind: z.literal('announce'), watchId }),
  /** A tab no longer requests them. */
  z.strictObject({ kind: z.literal('retract'), watchId }),
  /** The new leader asks all tabs to announce themselves. */
  z.strictObject({ kind: z.literal('roll_call') }),
  /** The event stream was opened, possibly again or with other watch ids. */
  z.strictObject({ kind: z.literal('connected') }),
  z.strictObject({ kind: z.literal('session_ended'), watchId, reason: z.enum(sessionEndReasons) }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

export interface TabChannel {
  /** Sends to every tab, this one included. */
  post(message: TabMessage): void;
  close(): void;
}

/** Connects this tab to the others. Without BroadcastChannel or Web Locks, it connects the tab only to itself. */
export function openTabChannel(onMessage: (message: TabMessage) => void): TabChannel {
  const channel = canElect() && 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : undefined;
  let isClosed = false;
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { data: message } = TabMessage.safeParse(data);
    if (message !== undefined && !isClosed) onMessage(message);
  });
  return {
    post(message) {
      if (isClosed) return;
      channel?.postMessage(message);
      onMessage(message);
    },
    close() {
      isClosed = true;
      channel?.close();
    },
  };
}

/** Returns true if the browser has Web Locks, which need a secure context. */
export const canElect = (): boolean => navigator.locks !== undefined;
