import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';

/** `strongroom serve`: this process becomes the daemon, which reads the flags itself. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the API in this process until SIGTERM; prints one JSON line when it listens')
    .option('--port <number>', 'port of 127.0.0.1; 0 takes any free one (default: 7341)')
    .option('--key-store <kind>', 'where the master key is kept: os, file or passphrase')
    .option('--engine <name>', 'sandbox engine: auto, docker or embedded')
    .option('--gvisor', 'run every sandbox in gVisor; an engine without runsc is then unavailable')
    .option('--no-warm', 'keep no container waiting: less memory, slower starts')
    .option('--log-level <level>', 'trace, debug, info, warn or error')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom serve\n  strongroom serve --port 0 --data-dir /tmp/try --key-store file',
    )
    .action(async () => {
      const [node = '', program = '', ...rest] = process.argv;
      const flags = rest.filter((word, index) => index !== rest.indexOf('serve') && word !== '--json');
      process.argv = [node, program, ...flags];
      const daemon = join(import.meta.dirname, '..', 'daemon', 'index.js');
      await import(pathToFileURL(daemon).href);
    });
}
