import { hardenProcess } from '../core/harden-process.ts';
import { readConfig } from './config.ts';
import { runUntilStopped } from './run-until-stopped.ts';

hardenProcess();
await runUntilStopped(() => readConfig(process.argv.slice(2), process.env));
