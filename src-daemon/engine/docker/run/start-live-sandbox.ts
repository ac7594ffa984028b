import { within } from '../../../../src-shared-node/within.ts';
import { type GuestSession, openGuestSession } from '../../guest/session/session.ts';
import { type LiveSandbox, type LiveSandboxEnd, SandboxEndedError } from '../../live-sandbox.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineConnection } from '../link/readiness.ts';
import type { BootedSandbox } from '../sandbox/boot-sandbox.ts';
import type { LiveContext, LiveOrder } from './live-context.ts';
import type { OpenSandbox } from './open-sandbox.ts';
import { createPause } from './pause.ts';
import { sessionCalls } from './session-calls.ts';

/** Time limit of init's answer to the start of a session. */
const startLimitMs = 30_000;

interface LiveParts {
  connection: EngineConnection;
  container: BootedSandbox;
  sandbox: OpenSandbox;
  order: LiveOrder;
}

/** The end of a sandbox, which has one reason. */
interface LiveEnd {
  reached: Promise<LiveSandboxEnd>;
  /** Ends the session and removes the container; later calls do nothing. */
  reach(reason: LiveSandboxEnd): void;
  /** Resolves when the container no longer exists. */
  removed: Promise<void>;
}

/**
 * Starts the session in a booted container. A failure removes the container.
 * @throws BootError, ProtocolError, TimeLimitError; the signal's reason
 */
export async function startLiveSandbox(context: LiveContext, parts: LiveParts): Promise<LiveSandbox> {
  const { connection, container, sandbox, order } = parts;
  const started: { session?: GuestSession } = {};
  const end = createEnd(context, parts, (error) => started.session?.end(error));
  const { log } = context;
  try {
    const { egress } = sandbox;
    const opening = openGuestSession(container.channel, {
      egress,
      onBroken: (err) => {
        log.error({ err, containerId: container.containerId }, 'a live sandbox broke the protocol and is removed');
        if (started.session !== undefined) end.reach('stopped');
      },
      onClosed: () => {
        if (started.session !== undefined) void findReason(container, connection).then(end.reach);
      },
    });
    const session = await within(startLimitMs, opening);
    started.session = session;
    order.signal.throwIfAborted();
    followEngine(context, connection, end);
    void end.removed.then(order.onRemoved);
    return {
      ended: end.reached,
      startupMs: Math.round(performance.now() - order.leftQueueAt),
      ...sessionCalls(session, order.language, egress?.environment),
      ...createPause(container, session),
      dispose: () => {
        end.reach('disposed');
        return end.removed;
      },
    };
  } catch (error) {
    // The network is the caller's until the sandbox has started: another container may join it.
    void context.disposals.add(container.dispose());
    throw error;
  }
}

function createEnd(
  { disposals }: LiveContext,
  { container, sandbox }: LiveParts,
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
      const removal = Promise.all([container.dispose(), sandbox.closeNetwork()]);
      disposals.add(removal).then(
        () => removed.resolve(),
        () => removed.resolve(),
      );
      reached.resolve(reason);
    },
  };
}

/** Returns why a container whose stream has closed has exited. */
async function findReason({ events }: BootedSandbox, { link }: EngineConnection): Promise<LiveSandboxEnd> {
  await Promise.race([events.removed, waitForLastEvents(link)]);
  if (link.lost.aborted) return 'engine_lost';
  return events.isInitKilled ? 'out_of_memory' : 'stopped';
}

/** Ends the sandbox when its engine is lost or stops. */
function followEngine({ stopped }: LiveContext, { link }: EngineConnection, end: LiveEnd): void {
  const onLost = () => end.reach('engine_lost');
  const onStopped = () => end.reach('disposed');
  link.lost.addEventListener('abort', onLost, { once: true });
  stopped.addEventListener('abort', onStopped, { once: true });
  if (link.lost.aborted) onLost();
  void end.reached.then(() => {
    link.lost.removeEventListener('abort', onLost);
    stopped.removeEventListener('abort', onStopped);
  });
}
