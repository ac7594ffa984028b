import { findAppRoot } from '../app-root.ts';

// The whole of a command line with `--version`: it needs no command.
process.stdout.on('error', () => process.exit(141));
process.stdout.write(`${findAppRoot().version}\n`);
