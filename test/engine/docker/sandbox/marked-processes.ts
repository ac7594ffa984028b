import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type Docker from 'dockerode';

/** Returns true if the engine runs on this machine. */
export async function isHere(docker: Docker): Promise<boolean> {
  return existsSync(await rootOf(docker));
}

/** Returns the engine's data folder, a path on the engine's machine. */
export async function rootOf(docker: Docker): Promise<string> {
  return ((await docker.info()) as { DockerRootDir: string }).DockerRootDir;
}

/** Counts the processes of this machine whose command line starts with a mark. */
export async function processesMarked(mark: string): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
  return lines.filter((line) => line.startsWith(mark)).length;
}
