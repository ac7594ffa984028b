import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ContainerEvents } from '../link/container-events.ts';
import { quickRuntime } from '../link/engine-facts.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { attach } from './attach.ts';
import { createContainer } from './create-call.ts';
import { labels } from './labels.ts';
import { removeIfThere } from './reap.ts';

/** A started container with its attached stream. */
export interface Sandbox {
  containerId: string;
  container: Docker.Container;
  /** The user of the container, if its options depend on it. */
  uid: number | undefined;
  /** Standard input of init, and its output, which is multiplexed. */
  stream: Duplex;
  events: ContainerEvents;
  /** Kills all processes and removes the container. Resolves when the container no longer exists. */
  dispose(): Promise<void>;
}

/** Options of a container, or a function that returns them for a user id that no other container has. */
export type BootOptions = ContainerCreateOptions | ((uid: number) => ContainerCreateOptions);

const callLimitMs = 30_000;
const removalLimitMs = 5000;

/**
 * Creates, attaches and starts a container. A failure leaves no container behind. An engine may offer crun without being
 * able to use it (control groups in hybrid mode). The engine's default runtime is then used for all further containers.
 */
export async function bootContainer(link: EngineLink, options: BootOptions, log: EngineLog): Promise<Sandbox> {
  let runtime: string | undefined;
  const withRuntime = (given: ContainerCreateOptions) => {
    runtime = given.HostConfig?.Runtime;
    return given;
  };
  try {
    return await boot(link, changed(options, withRuntime), log);
  } catch (error) {
    if (!isRuntimeFailure(error)) throw error;
    if (isUserFailure(error) && link.users.reject()) return bootContainer(link, options, log);
    if (runtime !== quickRuntime) throw error;
    const sandbox = await boot(link, changed(options, withoutRuntime), log);
    if (link.facts.runtime === runtime)
      log.warn({ runtime, err: error }, 'the engine offers a runtime that cannot start');
    link.facts.runtime = undefined;
    return sandbox;
  }
}

function changed(
  options: BootOptions,
  change: (options: ContainerCreateOptions) => ContainerCreateOptions,
): BootOptions {
  return typeof options === 'function' ? (uid) => change(options(uid)) : change(options);
}

function withoutRuntime(options: ContainerCreateOptions): ContainerCreateOptions {
  const { Runtime: _runtime, ...others } = options.HostConfig ?? {};
  return { ...options, HostConfig: others };
}

/** Docker answers 500, or 400 if the runtime's message has `no such file or directory`; 404 means a missing image. */
function isRuntimeFailure(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  return statusCode === 400 || statusCode >= 500;
}

/** The engine's runtime cannot set a user id that its user namespace does not map, nor mount a tmpfs for it. */
function isUserFailure(error: unknown): boolean {
  const { message = '' } = error as { message?: string };
  return message.toLowerCase().includes('invalid argument') || message.includes('unmapped');
}

async function boot(link: EngineLink, options: BootOptions, log: EngineLog): Promise<Sandbox> {
  const { container, uid, release } = await create(link, options);
  const events = link.watch(container.id);
  const open: { stream?: Duplex } = {};
  const disposal: { done?: Promise<void> } = {};
  const dispose = () => {
    disposal.done ??= end(container, { stream: open.stream, events, lost: link.lost })
      .catch((cause: unknown) => {
        if (!link.lost.aborted) log.error({ containerId: container.id, cause }, 'a sandbox could not be removed');
      })
      .finally(release);
    return disposal.done;
  };
  try {
    const stream = await within(callLimitMs, attach(container));
    open.stream = stream;
    await within(callLimitMs, container.start());
    return { containerId: container.id, container, uid, stream, events, dispose };
  } catch (error) {
    void dispose();
    throw error;
  }
}

interface Created {
  container: Docker.Container;
  uid: number | undefined;
  /** Gives the user id back. Call it when the container no longer exists. */
  release(): void;
}

/** Creates a container, under a user id of its own if `options` is a function. @throws AppError; errors of the engine */
async function create(link: EngineLink, options: BootOptions): Promise<Created> {
  if (typeof options !== 'function')
    return { container: await createOne(link, options), uid: undefined, release: () => {} };
  for (;;) {
    const lease = link.users.lease();
    try {
      const named = { ...options(lease.uid), ...(lease.name !== undefined && { name: lease.name }) };
      return { container: await createOne(link, named), uid: lease.uid, release: lease.release };
    } catch (error) {
      if (lease.name === undefined || !isNameTaken(error)) {
        lease.release();
        throw error;
      }
      lease.refuse();
    }
  }
}

function createOne(link: EngineLink, options: ContainerCreateOptions): Promise<Docker.Container> {
  const labelled = { ...options, Labels: { ...options.Labels, [labels.process]: link.processId } };
  return within(callLimitMs, createContainer(link, withProfile(labelled, link)));
}

/** Docker answers 409, Podman 500 with this text. */
function isNameTaken(error: unknown): boolean {
  const { statusCode, message = '' } = error as { statusCode?: number; message?: string };
  return statusCode === 409 || (statusCode === 500 && message.includes('already in use'));
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
