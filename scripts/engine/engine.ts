import { ensureEngine } from './start-engine.ts';

try {
  const { host, version, started } = await ensureEngine((message) => process.stdout.write(`${message} …\n`));
  const outcome = started ? 'A Docker engine was started' : 'A Docker engine answers already';
  process.stdout.write(`${outcome}: version ${version} at ${host}\n`);
} catch (error) {
  process.stderr.write(`No Docker engine: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
