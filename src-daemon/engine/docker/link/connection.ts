import { NoEngineError } from '../../../../src-shared-node/engine/find-engine.ts';
import { type ConnectionKeeper, type ConnectionLife, keepConnecting } from '../../connection/keep-connecting.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';
import type { SandboxImage } from '../images/build-image.ts';
import { type PrepareOptions, prepareEngine, prepareImage } from '../prepare-engine.ts';
import type { DockerReadiness } from './engine-connection.ts';
import { type EngineLink, openLink } from './engine-link.ts';
import type { TraceKeeper } from './engine-trace.ts';
import { type DockerEnvironment, findDocker } from './find-docker.ts';

export interface EngineConnectionOptions extends PrepareOptions {
  runtimeDir: string;
  environment: DockerEnvironment;
  /** True if every container must run in gVisor. */
  gvisor?: boolean;
  processId: string;
  trace: TraceKeeper;
  /** Called when an engine was found, before anything is created there. */
  onFound: (host: string) => void;
  onConnected: (link: EngineLink) => void;
}

export interface EngineKeeper extends ConnectionKeeper {
  /** Builds an image again that the engine no longer has. */
  replaceImage(image: SandboxImage): void;
  /** Returns the link to the last engine that answered. It may be lost, or not ready: a canary may be left there. */
  lastLink(): EngineLink | undefined;
}

const retryMs = 2000;
/** Shorter than `retryMs`, because a lost engine often restarts. */
const retryLostMs = 500;
const retryImageMs = 30_000;
const retryUnfitMs = 10_000;
const nextStep = 'npm run engine';
const imageStep = 'npm run images';
const beingTested = 'Docker answers and is being tested.';

/** Keeps one connection to a Docker engine: finds it, prepares it, notices when it is lost and finds it again. */
export function createConnectionKeeper(readiness: DockerReadiness, options: EngineConnectionOptions): EngineKeeper {
  let lastLink: EngineLink | undefined;
  const onConnected = (link: EngineLink) => {
    lastLink = link;
    options.onConnected(link);
  };
  const keeper = keepConnecting((life) => connect(readiness, { ...options, onConnected }, life));

  function replaceImage(image: SandboxImage): void {
    const current = readiness.current();
    if (current?.image !== image) return;
    options.log.warn({ imageId: image.id }, 'the sandbox image was removed; it is made again');
    readiness.becomeBuilding();
    // If the build fails, the link is closed and the loop connects again.
    prepareImage(current.link, readiness, options).catch(current.link.close);
  }

  return { ...keeper, replaceImage, lastLink: () => lastLink };
}

/** Keeps one connection until it is lost. Returns how long to wait before the next, in ms. */
async function connect(
  readiness: DockerReadiness,
  options: EngineConnectionOptions,
  life: ConnectionLife,
): Promise<number> {
  const { trace } = options;
  let link: EngineLink;
  try {
    const found = await findDocker(options);
    if (trace.found()) readiness.becomeStarting(beingTested);
    options.onFound(found.host);
    link = await openLink(found.docker, { ...options, host: found.host });
    options.log.info({ origin: found.origin, version: link.facts.version }, 'a sandbox engine answers');
  } catch (error) {
    reportNoLink(readiness, trace, error as Error);
    return retryMs;
  }
  life.closed.addEventListener('abort', link.close, { once: true });
  if (life.closed.aborted) link.close();
  try {
    options.onConnected(link);
    await prepareEngine(link, readiness, options);
    trace.ready();
    life.onTried();
    await lossOf(link);
  } catch (error) {
    if (error instanceof UnfitEngineError || !link.lost.aborted) return reportTrouble(readiness, options, error);
  } finally {
    life.closed.removeEventListener('abort', link.close);
    link.close();
  }
  trace.lost();
  const { reason: cause } = link.lost;
  if (cause instanceof UnfitEngineError) readiness.becomeUnavailable(cause.message);
  else
    readiness.becomeUnavailable('The engine stopped answering. The daemon looks for it every few seconds.', nextStep);
  return retryLostMs;
}

function reportNoLink(readiness: DockerReadiness, trace: TraceKeeper, error: Error): void {
  if (error instanceof NoEngineError) {
    if (trace.noAnswer(error.traces)) readiness.becomeStarting(`${error.message} It may still be starting.`);
    else readiness.becomeUnavailable(error.message, nextStep);
    return;
  }
  // If an engine answers, the reason itself says what to change there.
  const isUnfit = error instanceof UnfitEngineError;
  if (isUnfit) trace.failed();
  else trace.lost();
  readiness.becomeUnavailable(error.message, isUnfit ? undefined : nextStep);
}

function reportTrouble(readiness: DockerReadiness, options: EngineConnectionOptions, error: unknown): number {
  options.trace.failed();
  options.log.error({ err: error }, 'the sandbox engine could not be prepared');
  if (error instanceof UnfitEngineError) {
    readiness.becomeUnavailable(error.message);
    return retryUnfitMs;
  }
  const [reason] = (error as Error).message.split('\n');
  readiness.becomeUnavailable(`The sandbox image could not be made: ${reason}`, imageStep);
  return retryImageMs;
}

function lossOf(link: EngineLink): Promise<void> {
  if (link.lost.aborted) return Promise.resolve();
  return new Promise((resolve) => link.lost.addEventListener('abort', () => resolve(), { once: true }));
}
