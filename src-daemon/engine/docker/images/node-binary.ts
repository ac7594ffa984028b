import { arch, execPath, platform, version } from 'node:process';
import type Docker from 'dockerode';
import { followPull } from './base-image.ts';
import { packFile } from './build-context.ts';
import { firstFileBytes } from './tar.ts';

/** Source of the image's `node`. The version is part of the image's tag. */
export interface NodeBinary {
  version: string;
  /** Yields the archive entry `node`. */
  pack(): AsyncIterable<Buffer>;
}

const sameMachine: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Finds a Linux Node for the engine's architecture. On Linux with the same architecture, this is the Node that runs
 * this process. Otherwise (Docker Desktop on macOS and Windows) it is the one in Node's official image.
 */
export function findNodeBinary(docker: Docker, architecture: string): NodeBinary {
  if (platform === 'linux' && sameMachine[arch] === architecture) {
    return { version, pack: () => packFile(execPath, 'node') };
  }
  return { version, pack: () => packFromImage(docker, `node:${version.slice(1)}-trixie-slim`) };
}

/** Reads `node` from an image. The container that it creates is never started. */
export async function* packFromImage(docker: Docker, image: string): AsyncGenerator<Buffer> {
  await followPull(docker, image);
  const container = await docker.createContainer({ Image: image });
  try {
    const archive = (await container.getArchive({ path: '/usr/local/bin/node' })) as AsyncIterable<Buffer>;
    let bytesLeft: number | undefined;
    for await (const chunk of archive) {
      bytesLeft ??= firstFileBytes(chunk);
      const part = chunk.subarray(0, bytesLeft);
      bytesLeft -= part.length;
      if (part.length > 0) yield part;
    }
  } finally {
    await container.remove({ force: true });
  }
}
