import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../runtime-dir.ts';

/**
 * Returns the engine of the current Docker context (`docker context use`, DOCKER_CONTEXT), or undefined for the default
 * context. Layout: docker/cli `cli/context/store` (the folder of a context is the SHA-256 of its name).
 */
export async function readContextHost(environment: Environment): Promise<string | undefined> {
  const folder = environment.DOCKER_CONFIG || join(homedir(), '.docker');
  const name = environment.DOCKER_CONTEXT || (await readJson(join(folder, 'config.json')))?.currentContext;
  if (typeof name !== 'string' || name === 'default') return undefined;
  const id = createHash('sha256').update(name).digest('hex');
  const meta = await readJson(join(folder, 'contexts/meta', id, 'meta.json'));
  const endpoints = meta?.Endpoints as { docker?: { Host?: unknown } } | undefined;
  const host = endpoints?.docker?.Host;
  return typeof host === 'string' && host !== '' ? host : undefined;
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
