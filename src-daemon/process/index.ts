import { readConfig } from './config.ts';
import { hardenProcess } from './harden-process.ts';
import { runUntilStopped } from './run-until-stopped.ts';

hardenProcess();
await runUntilStopped(() => readConfig(process.argv.slice(2), process.env));
