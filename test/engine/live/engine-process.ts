/**
 * A process with an engine that has live sandboxes and does nothing more. Its arguments: the instance, the folder of the
 * resources, the number of sandboxes. It pauses the last one, then prints a line. A test kills it.
 */
import { createDockerEngine } from '../../../src-daemon/engine/docker/docker-engine.ts';
import { optionsOf } from './live-options.ts';

const [instanceId = '', resourcesDir = '', runtimeDir = '', count = '1', mark = ''] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const engine = createDockerEngine({
  ...{ instanceId, resourcesDir, runtimeDir, log, keepsWarm: false },
  environment: process.env,
});
await engine.start();
const { signal } = new AbortController();
const sandboxes = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const sandbox = await engine.sandboxes?.open(optionsOf({ memoryMb: 128 }), signal);
    const stayer = `bash -c 'trap "" TERM INT HUP; exec -a ${mark} sleep 600'`;
    const script = `${stayer} & setsid ${stayer} & sleep 0.5; echo up; wait`;
    const up = Promise.withResolvers<void>();
    const options = { argv: ['/bin/bash', '-c', script], env: {}, cwd: '' };
    // A process that is paused before it has the mark would not be counted.
    await sandbox?.startProcess(options, { onOutput: () => up.resolve() });
    await up.promise;
    return sandbox;
  }),
);
await sandboxes.at(-1)?.pause();
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
