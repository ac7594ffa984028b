// `npm run engine`: finds a Docker engine or gets one. Safe to run again and again.
import { ensureEngine } from './engine/start-engine.mjs';

try {
  const { host, version, started } = await ensureEngine((words) => process.stdout.write(`${words} …\n`));
  const what = started ? 'A Docker engine was started' : 'A Docker engine answers already';
  process.stdout.write(`${what}: version ${version} at ${host}\n`);
} catch (error) {
  process.stderr.write(`No Docker engine: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
