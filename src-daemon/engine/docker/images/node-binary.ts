import { arch, execPath, platform, version } from 'node:process';
import type Docker from 'dockerode';
import { followPull } from './base-image.ts';
import { packFile } from './build-context.ts';
import { firstFileBytes } from './tar.ts';

/** Where the image's `node` comes from; the version is part of the image's tag. */
export interface NodeBinary {
  version: string;
  /** The archive entry `node`. */
  pack(): AsyncIterable<Buffer>;
}

const sameMachine: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Finds a Linux Node for the engine's architecture: the one that runs this process where that fits, as it does on
 * every Linux desktop; otherwise (Docker Desktop on macOS and Windows) the one in Node's official image.
 */
export function findNodeBinary(docker: Docker, architecture: string): NodeBinary {
  if (platform === 'linux' && sameMachine[arch] === architecture) {
    return { version, pack: () => packFile(execPath, 'node') };
  }
  return { version, pack: () => packFromImage(docker, `node:${version.slice(1)}-trixie-slim`) };
}

/** Reads `node` out of an image: a container of it is created for that and never started. */
export async function* packFromImage(docker: Docker, image: string): AsyncGenerator<Buffer> {
  await followPull(docker, image);
  const container = await docker.createContainer({ Image: image });
  try {
    const archive = (await container.getArchive({ path: '/usr/local/bin/node' })) as AsyncIterable<Buffer>;
    let wanted: number | undefined;
    for await (const chunk of archive) {
      wanted ??= firstFileBytes(chunk);
      const part = chunk.subarray(0, wanted);
      wanted -= part.length;
      if (part.length > 0) yield part;
    }
  } finally {
    await container.remove({ force: true });
  }
}
