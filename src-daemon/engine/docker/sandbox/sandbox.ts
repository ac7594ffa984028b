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

/** A started container with its attached stream. */
export interface Sandbox {
  containerId: string;
  container: Docker.Container;
  /** Standard input of init, and its output, which is multiplexed. */
  stream: Duplex;
  events: ContainerEvents;
  /** Kills all processes and removes the container. Resolves when the container no longer exists. */
  dispose(): Promise<void>;
}

const callLimitMs = 30_000;
const removalLimitMs = 5000;

/**
 * Creates, attaches and starts a container. A failure leaves no container behind. An engine may offer crun without being
 * able to use it (control groups in hybrid mode). The engine's default runtime is then used for all further containers.
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

/** Docker answers 500, or 400 if the runtime's message has `no such file or directory`; 404 means a missing image. */
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
  /** Undefined if the container was not attached yet. */
  stream: Duplex | undefined;
  events: ContainerEvents;
  lost: AbortSignal;
}

/**
 * When the stream closes, init exits and the engine removes its container. The explicit removal is for containers that
 * never started or whose init was stopped.
 */
async function end(container: Docker.Container, { stream, events, lost }: Attachment): Promise<void> {
  stream?.destroy();
  const isRemoved = await within(callLimitMs, removeIfThere(container));
  // While the engine removes the container it answers 409 at once, and may use its volume for some time. A lost link
  // delivers no event.
  if (!isRemoved)
    await Promise.race([
      events.removed,
      sleep(removalLimitMs, undefined, { ref: false, signal: lost }).catch(() => {}),
    ]);
  events.forget();
}
