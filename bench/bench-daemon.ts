import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Docker from 'dockerode';
import { execa } from 'execa';
import { isBuildStale } from '../scripts/build-stamp.mjs';
import { findEngine } from '../scripts/find-engine.mjs';
import { imageOfRun } from './image-of-run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface BenchDaemon {
  docker: Docker;
  /** For the docker command. */
  dockerHost: string;
  /** The image that the daemon's runs are in. */
  imageId: string;
  url: string;
  apiKey: string;
  /** Labels what it makes at the engine. */
  instanceId: string;
  execute(language: string, code: string): Promise<string>;
  executeWith(program: { language: string; code: string }, options: object): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The product as it is shipped: the bundle in a process of its own, with new data; ready when its first run has ended.
 * `flags` are further ones.
 */
export async function startBenchDaemon(further: string[] = []): Promise<BenchDaemon> {
  const engine = await findEngine();
  if (engine === undefined) throw new Error('No Docker engine answers: npm run engine gets one.');
  if (isBuildStale(root)) await execa(process.execPath, ['scripts/build.ts'], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-'));
  const dataDir = join(folder, 'data');
  const flags = ['--port', '0', '--data-dir', dataDir, '--key-store', 'file', '--engine', 'docker', ...further];
  const child = execa(process.execPath, [join(root, 'out/daemon/index.js'), ...flags], { buffer: false });
  const { value: line } = await child.iterable().next();
  const { url } = JSON.parse(String(line)) as { url: string };
  const post = createPoster(url);
  const { apiKey = '' } = await post('/api/register', { email: 'bench@example.com', password: 'a bench password' });
  const docker = new Docker({ socketPath: engine.host.replace('unix://', '') });
  const executeWith = async (program: object, options: object) =>
    (await post('/api/v1/execute', { ...program, ...options }, apiKey)).stdout ?? '';
  const execute = (language: string, code: string) => executeWith({ language, code }, {});
  const { instanceId } = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8'));
  const imageId = await imageOfRun(docker, instanceId, () => execute('bash', 'sleep 1'));
  return {
    docker,
    dockerHost: engine.host,
    imageId,
    url,
    apiKey,
    instanceId,
    execute,
    executeWith,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
      await removeLayers(docker, instanceId);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A daemon keeps the volumes of its packages for its next start, which this one does not have. */
async function removeLayers(docker: Docker, instanceId: string): Promise<void> {
  const filters = JSON.stringify({ label: [`app.strongroom.instance=${instanceId}`] });
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  for (const { Name: name } of volumes ?? []) await docker.getVolume(name).remove();
}

type Answer = Record<string, string>;

/** A connection for each request, as most programs do it: one kept idle may be closed just as it is used again. */
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
