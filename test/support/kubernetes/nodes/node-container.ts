/** The container of a pod at the Docker engine. */
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Duplex } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { removeIfThere } from '../../../../src-daemon/engine/docker/sandbox/reap.ts';
import type { Attachment } from '../pod-attachments.ts';
import { readMultiplexed } from './multiplexed.ts';

export interface ContainerExit {
  exitCode: number;
  /** True if the kernel killed a process of the container because of its memory limit. */
  isOutOfMemory: boolean;
}

export interface NodeContainer {
  id: string;
  /** Starts it without a client: its output before one attaches is in the log of the node only. */
  start(): Promise<void>;
  /** Resolves when it has ended and its log is complete. Call it after the start. */
  exited(): Promise<ContainerExit>;
  /** Connects a client to its streams until one of both ends. */
  attach(attachment: Attachment): Promise<void>;
  /** Sends SIGTERM, and SIGKILL after the grace. With 0 SIGKILL is sent at once. */
  end(graceSeconds: number): Promise<void>;
  /** Kills it if it runs, and removes it. */
  remove(): Promise<void>;
}

/** The exit code of a container that was removed before it could be asked. */
const killedExitCode = 137;
const removalPauseMs = 20;

/**
 * Creates a container, which is not started.
 * @param logPath the file to which all its output is written, as a node does
 */
export async function createNodeContainer(
  docker: Docker,
  options: ContainerCreateOptions,
  logPath: string,
): Promise<NodeContainer> {
  const container = await docker.createContainer(options);
  let logged: Promise<void> | undefined;

  return {
    id: container.id,
    start: async () => {
      const output = await attachTo(container, { stdout: true, stderr: true });
      logged = writeLog(output, createWriteStream(logPath, { flags: 'a', mode: 0o600 }));
      await container.start().catch((error: unknown) => {
        output.destroy();
        throw error;
      });
    },
    exited: async () => {
      const exitCode = await container.wait().then(
        (answer) => answer.StatusCode as number,
        () => killedExitCode,
      );
      await logged;
      const state = await container.inspect().then(
        ({ State }) => State,
        () => undefined,
      );
      return { exitCode: state?.ExitCode ?? exitCode, isOutOfMemory: state?.OOMKilled ?? false };
    },
    attach: async (attachment) => {
      const { hasErrors } = attachment;
      await connect(attachment, await attachTo(container, { stdin: true, stdout: true, stderr: hasErrors }));
    },
    end: async (graceSeconds) => {
      const ending = graceSeconds === 0 ? container.kill() : container.stop({ t: graceSeconds });
      await ending.catch(ignoreEnded);
    },
    remove: async () => {
      // False means that another call removes it. It is then asked again until the container is no longer there.
      while (!(await removeIfThere(container))) await sleep(removalPauseMs);
      await logged;
    },
  };
}

interface Streams {
  stdin?: boolean;
  stdout: boolean;
  stderr: boolean;
}

async function attachTo(container: Docker.Container, streams: Streams): Promise<Duplex> {
  const stream = (await container.attach({ stream: true, hijack: true, ...streams })) as unknown as Duplex;
  stream.on('error', () => {});
  return stream;
}

async function writeLog(output: Duplex, file: WriteStream): Promise<void> {
  const bytes = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of readMultiplexed(source)) yield piece.bytes;
  };
  await pipeline(output, bytes, file).catch(() => {});
}

/** Copies between a client and a container. When the client leaves, the engine closes standard input if `StdinOnce` is set. */
async function connect({ stream, hasErrors, sendErrors }: Attachment, engine: Duplex): Promise<void> {
  stream.once('close', () => engine.end());
  stream.pipe(engine);
  const output = async function* (source: AsyncIterable<Buffer>) {
    for await (const { isError, bytes } of readMultiplexed(source)) {
      if (!isError) yield bytes;
      else if (hasErrors) sendErrors(bytes);
    }
  };
  // The end of the stream reports success to the client.
  await pipeline(engine, output, stream).catch(() => {});
  // The last input of the client is still on its way.
  engine.end();
  await finished(engine, { readable: false }).catch(() => {});
  engine.destroy();
}

/** 404 and 409 mean that the container no longer runs; 304 that it has stopped. */
function ignoreEnded(error: unknown): void {
  const { statusCode = 0 } = error as { statusCode?: number };
  if (![304, 404, 409].includes(statusCode)) throw error;
}
