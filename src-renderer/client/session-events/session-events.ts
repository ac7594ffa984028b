import { watchSession } from '../../../src-shared/contracts/events.contract.ts';
import { call } from '../call.ts';
import { sessionSignal } from '../session/session-scope.ts';
import { setEndHint } from './end-hint.ts';
import { createSharedEvents } from './shared-events.ts';
import { canElect, openTabChannel, type TabMessage } from './tab-channel.ts';

const lockName = 'strongroom.session-events';

/**
 * Detects the end of this window's session immediately, through one event stream that all tabs of the browser share:
 * Chrome allows six connections to an origin, which one stream per tab would use up. A message between tabs is only a
 * hint, because any page at this origin could send it: the tab then asks the daemon, whose refusal ends the session
 * (send.ts). Returns a function that stops it.
 */
export function followSessionEvents(): () => void {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, sessionSignal() ?? stopped.signal]);
  const channel = openTabChannel(handleMessage);
  const sharedEvents = createSharedEvents(channel.post, signal);
  const check = coalesced(ask);
  let watchId: string | undefined;
  let hints = 0;

  signal.addEventListener('abort', leave, { once: true });
  window.addEventListener('pagehide', retract);
  void check().then(() => leadTabs(signal, sharedEvents.run));
  return () => stopped.abort();

  function handleMessage(message: TabMessage): void {
    if (message.kind === 'announce') sharedEvents.add(message.watchId);
    if (message.kind === 'retract') sharedEvents.remove(message.watchId);
    if (message.kind === 'roll_call') announce();
    if (message.kind === 'connected') void check();
    if (message.kind === 'session_ended' && message.watchId === watchId) {
      hints++;
      setEndHint(message.reason);
      void check();
    }
  }

  /** Asks the daemon for the watch id. Only a valid session gets one. */
  async function ask(): Promise<void> {
    const hintsBefore = hints;
    const reply = await call(watchSession, { signal }).catch(() => undefined);
    if (reply === undefined || signal.aborted) return;
    // A hint that arrived during the request is newer than its response.
    if (hints === hintsBefore) setEndHint(undefined);
    if (reply.watchId === watchId) return;
    // A restarted daemon returns another id.
    retract();
    watchId = reply.watchId;
    announce();
  }

  function announce(): void {
    if (watchId !== undefined) channel.post({ kind: 'announce', watchId });
  }

  function retract(): void {
    if (watchId !== undefined) channel.post({ kind: 'retract', watchId });
  }

  function leave(): void {
    window.removeEventListener('pagehide', retract);
    retract();
    channel.close();
  }
}

/** Returns a function that runs `work`. All calls during a run cause only one further run. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let isAskedAgain = false;
  return function start(): Promise<void> {
    if (underWay !== undefined) {
      isAskedAgain = true;
      return underWay;
    }
    underWay = work().finally(() => {
      underWay = undefined;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      void start();
    });
    return underWay;
  };
}

/**
 * Runs `work` while this tab is the leader. One tab of a browser leads at any time (Web Locks API); when it closes, the
 * browser gives the lock to another tab. Without Web Locks, every tab leads itself.
 */
async function leadTabs(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!canElect()) return work();
  try {
    await navigator.locks.request(lockName, { signal }, work);
  } catch (error) {
    if (signal.aborted) return;
    // A browser can refuse the lock, for example to a page without storage. Then each tab leads itself.
    if (error instanceof DOMException) return work();
    throw error;
  }
}
