import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Docker from 'dockerode';
import { execa } from 'execa';
import { isBuildStale } from '../../scripts/build/build-stamp.ts';
import { findLocalEngine } from '../../scripts/engine/find-engine.ts';
import { imageOfRun } from './image-of-run.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BenchDaemon {
  docker: Docker;
  /** For the docker command. */
  dockerHost: string;
  /** The image that the daemon's runs are in. */
  imageId: string;
  pid: number;
  dataDir: string;
  url: string;
  apiKey: string;
  /** The label of its containers, images and volumes. */
  instanceId: string;
  execute(language: string, code: string): Promise<string>;
  executeWith(program: { language: string; code: string }, options: object): Promise<string>;
  stop(): Promise<void>;
}

/** A daemon with an empty data folder and one account, on any engine. */
export interface BareDaemon {
  pid: number;
  dataDir: string;
  url: string;
  apiKey: string;
  /** The session token of the account. */
  token: string;
  executeWith(program: { language: string; code: string }, options: object): Promise<string>;
  /** Stops the daemon and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the built daemon in its own process, with an empty data folder and `flags` after the usual ones.
 * @param env variables in addition to those of this process
 */
export async function startBareDaemon(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BareDaemon> {
  if (isBuildStale(root)) await execa(process.execPath, ['scripts/build.ts'], { cwd: root });
  const folder = makeTemporaryFolder('bench');
  const dataDir = join(folder.path, 'data');
  const all = ['--port', '0', '--data-dir', dataDir, '--key-store', 'file', ...flags];
  const child = execa(process.execPath, [join(root, 'out/daemon/index.js'), ...all], {
    ...{ buffer: false, env },
    // The pods of a burst are removed first.
    forceKillAfterDelay: 60_000,
  });
  const { value: line } = await child.iterable().next();
  const { url, pid } = JSON.parse(String(line)) as { url: string; pid: number };
  const post = createPoster(url);
  const { apiKey = '', token = '' } = await post('/api/register', {
    email: 'bench@example.com',
    password: 'a bench password',
  });
  return {
    pid,
    dataDir,
    url,
    apiKey,
    token,
    executeWith: async (program, options) =>
      (await post('/api/v1/execute', { ...program, ...options }, apiKey)).stdout ?? '',
    stop: async () => {
      child.kill('SIGTERM');
      await child;
      folder.remove();
    },
  };
}

/** Starts a daemon on the Docker engine and waits for its first run. `flags` come after the usual ones. */
export async function startBenchDaemon(flags: string[] = []): Promise<BenchDaemon> {
  const engine = await findLocalEngine();
  if (engine === undefined) throw new Error('No Docker engine answers: npm run engine gets one.');
  const { stop, executeWith, ...bare } = await startBareDaemon(['--engine', 'docker', ...flags]);
  const docker = new Docker({ socketPath: engine.host.replace('unix://', '') });
  const execute = (language: string, code: string) => executeWith({ language, code }, {});
  const { instanceId } = JSON.parse(readFileSync(join(bare.dataDir, 'instance.json'), 'utf8'));
  const imageId = await imageOfRun(docker, instanceId, () => execute('bash', 'sleep 1'));
  return {
    ...bare,
    docker,
    dockerHost: engine.host,
    imageId,
    instanceId,
    execute,
    executeWith,
    stop: async () => {
      await stop();
      await removeLayers(docker, instanceId);
    },
  };
}

/** Removes the volumes that the daemon keeps for the packages of its next start. A benchmark has no next start. */
async function removeLayers(docker: Docker, instanceId: string): Promise<void> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instanceId}`] });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  for (const { Name: name } of volumes ?? []) await docker.getVolume(name).remove();
}

type Answer = Record<string, string>;

/** Uses a new connection for each request, as most programs do. The daemon may close an idle one at any time. */
function createPoster(url: string) {
  return (path: string, body: object, apiKey?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(apiKey && { 'x-api-key': apiKey }) };
      const outgoing = request(new URL(path, url), { method: 'POST', agent: false, headers }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(text));
      });
      outgoing.once('error', reject);
      outgoing.end(JSON.stringify(body));
    });
}
