import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ContainerEvents } from '../link/container-events.ts';
import { quickRuntime } from '../link/engine-facts.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { attach } from '../stream/attach.ts';
import { createContainer } from './create-call.ts';
import { labels } from './labels.ts';
import { removeIfThere } from './reap.ts';

/** A started container, attached. */
export interface Sandbox {
  containerId: string;
  container: Docker.Container;
  /** Init's standard input; what it writes comes multiplexed. */
  stream: Duplex;
  events: ContainerEvents;
  /** Ends it with everything in it, and removes it; resolves when the engine has no such container any more. */
  dispose(): Promise<void>;
}

const callLimitMs = 30_000;
const removalLimitMs = 5000;

/**
 * Creates, attaches and starts a container. What fails half-way leaves nothing behind. An engine may offer crun and
 * yet be unable to use it (control groups in hybrid mode): its own runtime serves then, for good.
 */
export async function bootContainer(
  link: EngineLink,
  options: ContainerCreateOptions,
  log: EngineLog,
): Promise<Sandbox> {
  const { Runtime: runtime, ...others } = options.HostConfig ?? {};
  if (runtime !== quickRuntime) return boot(link, options, log);
  try {
    return await boot(link, options, log);
  } catch (error) {
    if (!isRuntimeFailure(error)) throw error;
    const sandbox = await boot(link, { ...options, HostConfig: others }, log);
    if (link.facts.runtime === runtime)
      log.warn({ runtime, err: error }, 'the engine offers a runtime that cannot start');
    link.facts.runtime = undefined;
    return sandbox;
  }
}

/** Docker answers 500, and 400 where the runtime's words hold `no such file or directory`; 404 is a missing image. */
function isRuntimeFailure(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  return statusCode === 400 || statusCode >= 500;
}

async function boot(link: EngineLink, options: ContainerCreateOptions, log: EngineLog): Promise<Sandbox> {
  const labelled = { ...options, Labels: { ...options.Labels, [labels.process]: link.processId } };
  const container = await within(callLimitMs, createContainer(link, withProfile(labelled, link)));
  const events = link.watch(container.id);
  const open: { stream?: Duplex } = {};
  const disposal: { done?: Promise<void> } = {};
  const dispose = () => {
    disposal.done ??= end(container, { stream: open.stream, events, lost: link.lost }).catch((cause: unknown) => {
      if (!link.lost.aborted) log.error({ containerId: container.id, cause }, 'a sandbox could not be removed');
    });
    return disposal.done;
  };
  try {
    const stream = await within(callLimitMs, attach(container));
    open.stream = stream;
    await within(callLimitMs, container.start());
    return { containerId: container.id, container, stream, events, dispose };
  } catch (error) {
    void dispose();
    throw error;
  }
}

function withProfile(options: ContainerCreateOptions, { facts }: EngineLink): ContainerCreateOptions {
  if (facts.seccompProfile === undefined) return options;
  const { HostConfig: host } = options;
  const SecurityOpt = [...(host?.SecurityOpt ?? []), `seccomp=${facts.seccompProfile}`];
  return { ...options, HostConfig: { ...host, SecurityOpt } };
}

interface Attachment {
  /** Undefined where the container was not attached yet. */
  stream: Duplex | undefined;
  events: ContainerEvents;
  lost: AbortSignal;
}

/**
 * Closing the stream makes init exit, and its container goes with it; the engine is asked as well, since a container
 * that never started, or whose init was stopped, does not go by itself.
 */
async function end(container: Docker.Container, { stream, events, lost }: Attachment): Promise<void> {
  stream?.destroy();
  const isRemoved = await within(callLimitMs, removeIfThere(container));
  // The engine answers 409 at once while it removes the container, and may hold its volume for some time. A lost link
  // brings no event.
  if (!isRemoved)
    await Promise.race([
      events.removed,
      sleep(removalLimitMs, undefined, { ref: false, signal: lost }).catch(() => {}),
    ]);
  events.forget();
}
