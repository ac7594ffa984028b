import { spawn } from 'node:child_process';
import type Docker from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';

const debianImage = 'debian:trixie-slim';
/** Name of the image that mmdebstrap builds if no registry answers. */
const ownRepository = 'strongroom/debian';
const ownTag = 'trixie';

const architectures: Readonly<Record<string, string>> = { x86_64: 'amd64', aarch64: 'arm64' };
const pullLimitMs = 300_000;

export type OnLine = (line: string) => void;

/**
 * Ensures that the engine has an image of Debian trixie and returns its name. Uses an existing image, else pulls
 * Debian's image, else builds one from Debian's packages.
 * @throws Error with a message for users if none is available
 */
export async function ensureBaseImage(docker: Docker, architecture: string, onLine: OnLine): Promise<string> {
  for (const name of [debianImage, `${ownRepository}:${ownTag}`]) if (await exists(docker, name)) return name;
  try {
    onLine(`Fetching ${debianImage}`);
    await followPull(docker, debianImage);
    return debianImage;
  } catch (cause) {
    onLine('No image registry answers; building Debian trixie from its packages with mmdebstrap');
    return makeBase(docker, architecture).catch((error: unknown) => {
      throw new Error(`${debianImage} could not be fetched, and mmdebstrap could not make it: ${messageOf(error)}`, {
        cause,
      });
    });
  }
}

/** Pulls an image unless the engine has it. */
export async function followPull(docker: Docker, name: string): Promise<void> {
  if (await exists(docker, name)) return;
  const stream = (await within(pullLimitMs, docker.pull(name))) as NodeJS.ReadableStream;
  await within(
    pullLimitMs,
    follow(docker, stream, () => {}),
  );
}

/** Reads the progress of an engine operation until it ends. Rejects if the operation failed. */
export function follow(docker: Docker, stream: NodeJS.ReadableStream, onLine: OnLine): Promise<void> {
  return new Promise((resolve, reject) => {
    docker.modem.followProgress(
      stream,
      (error, events: { error?: string }[] | null) => {
        const failure = events?.find((event) => event.error !== undefined)?.error;
        if (error !== null && error !== undefined) reject(error);
        else if (failure !== undefined) reject(new Error(failure));
        else resolve();
      },
      (event: { stream?: string }) => {
        for (const line of (event.stream ?? '').split('\n')) if (line.trim() !== '') onLine(line.trim());
      },
    );
  });
}

export async function exists(docker: Docker, name: string): Promise<boolean> {
  try {
    await docker.getImage(name).inspect();
    return true;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return false;
    throw error;
  }
}

async function makeBase(docker: Docker, architecture: string): Promise<string> {
  const arch = architectures[architecture];
  if (process.platform !== 'linux' || arch === undefined) throw new Error('it runs on Linux only');
  const child = spawn('mmdebstrap', ['--quiet', '--variant=minbase', `--architectures=${arch}`, 'trixie', '-'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const messages: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => messages.push(text));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(messages.join('').trim().slice(-500)))));
  });
  // The image is tagged after mmdebstrap has succeeded: later starts would use a partial image as a complete one.
  const imported = docker.importImage(child.stdout, {}).then((stream) => readImported(docker, stream));
  const [id] = await Promise.all([imported, ended]);
  await docker.getImage(id).tag({ repo: ownRepository, tag: ownTag });
  return `${ownRepository}:${ownTag}`;
}

function readImported(docker: Docker, stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    docker.modem.followProgress(stream, (error, events: { status?: string; error?: string }[] | null) => {
      const id = events?.map((event) => event.status ?? '').find((status) => status.startsWith('sha256:'));
      if (id !== undefined) resolve(id);
      else reject(error ?? new Error(events?.find((event) => event.error !== undefined)?.error ?? 'nothing imported'));
    });
  });
}

function messageOf(error: unknown): string {
  return (error as { code?: string }).code === 'ENOENT' ? 'it is not installed' : (error as Error).message;
}
