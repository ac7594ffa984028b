import { z } from 'zod';
import { sessionEndReasons } from '../../../src-shared/contracts/events.contract.ts';

const channelName = 'strongroom.session-events';
const watchId = z.string().length(22);

/** What the tabs of one browser tell each other. No message holds a credential, and none is believed unverified. */
const TabMessage = z.discriminatedUnion('kind', [
  /** A tab wants to learn of the end of its session. */
  z.strictObject({ kind: z.literal('announce'), watchId }),
  /** A tab no longer does. */
  z.strictObject({ kind: z.literal('retract'), watchId }),
  /** The tab that leads from now on asks all tabs to announce themselves. */
  z.strictObject({ kind: z.literal('roll_call') }),
  /** The stream of events is open, again or with other watch ids. */
  z.strictObject({ kind: z.literal('connected') }),
  z.strictObject({ kind: z.literal('session_ended'), watchId, reason: z.enum(sessionEndReasons) }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

export interface TabChannel {
  /** Sends to every tab, this one included. */
  post(message: TabMessage): void;
  close(): void;
}

/** Connects this tab to the others; where the browser has no such channel, or no leader is elected, to itself alone. */
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

/** Whether the browser can elect one tab: with Web Locks, which need a secure context. */
export const canElect = (): boolean => navigator.locks !== undefined;
