import { within } from '../../../src-shared-node/within.ts';
import { type GuestSession, openGuestSession } from '../guest/session/session.ts';
import { type LiveSandbox, type LiveSandboxEnd, SandboxEndedError } from '../live-sandbox.ts';
import type { LiveContext, LiveHost, LiveNetwork, LiveOrder } from './live-engine.ts';
import { sessionCalls } from './session-calls.ts';

/** Time limit of init's answer to the start of a session. */
const startLimitMs = 30_000;

interface LiveParts {
  host: LiveHost;
  network: LiveNetwork;
  order: LiveOrder;
}

/** The end of a sandbox, which has one reason. */
interface LiveEnd {
  reached: Promise<LiveSandboxEnd>;
  /** Ends the session and removes the sandbox; later calls do nothing. */
  reach(reason: LiveSandboxEnd): void;
  /** Resolves when the sandbox no longer exists. */
  removed: Promise<void>;
}

/**
 * Starts the session in a booted sandbox. A failure removes the sandbox.
 * @throws BootError, ProtocolError, TimeLimitError; the signal's reason
 */
export async function startLiveSandbox(context: LiveContext, parts: LiveParts): Promise<LiveSandbox> {
  const { host, network, order } = parts;
  const started: { session?: GuestSession } = {};
  const end = createEnd(context, parts, (error) => started.session?.end(error));
  const { log } = context;
  try {
    const { egress } = network;
    const opening = openGuestSession(host.channel, {
      egress,
      onBroken: (err) => {
        log.error({ err, ...host.names }, 'a live sandbox broke the protocol and is removed');
        if (started.session !== undefined) end.reach('stopped');
      },
      onClosed: () => {
        if (started.session !== undefined) void host.findReason().then(end.reach);
      },
    });
    const session = await within(startLimitMs, opening);
    started.session = session;
    order.signal.throwIfAborted();
    followEngine(context, host, end);
    void end.removed.then(order.onRemoved);
    return {
      ended: end.reached,
      startupMs: Math.round(performance.now() - order.leftQueueAt),
      ...sessionCalls(session, order.language, egress?.environment),
      ...host.createPause(session),
      dispose: () => {
        end.reach('disposed');
        return end.removed;
      },
    };
  } catch (error) {
    // The network is the caller's until the sandbox has started: another sandbox may join it.
    void context.disposals.add(host.dispose());
    throw error;
  }
}

function createEnd(
  { disposals }: LiveContext,
  { host, network }: LiveParts,
  endSession: (error: unknown) => void,
): LiveEnd {
  const reached = Promise.withResolvers<LiveSandboxEnd>();
  const removed = Promise.withResolvers<void>();
  let isReached = false;
  return {
    reached: reached.promise,
    removed: removed.promise,
    reach: (reason) => {
      if (isReached) return;
      isReached = true;
      endSession(new SandboxEndedError(reason));
      const removal = Promise.all([host.dispose(), network.closeNetwork()]);
      disposals.add(removal).then(
        () => removed.resolve(),
        () => removed.resolve(),
      );
      reached.resolve(reason);
    },
  };
}

/** Ends the sandbox when its engine is lost or stops. */
function followEngine({ stopped }: LiveContext, { lost }: LiveHost, end: LiveEnd): void {
  const onLost = () => end.reach('engine_lost');
  const onStopped = () => end.reach('disposed');
  lost.addEventListener('abort', onLost, { once: true });
  stopped.addEventListener('abort', onStopped, { once: true });
  if (lost.aborted) onLost();
  void end.reached.then(() => {
    lost.removeEventListener('abort', onLost);
    stopped.removeEventListener('abort', onStopped);
  });
}
