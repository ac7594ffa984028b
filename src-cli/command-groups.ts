import type { Command } from 'commander';
import type { ToolsOf } from './toolbox.ts';

/** Adds one or more commands to the program. */
type AddCommands = (program: Command, toolsOf: ToolsOf) => void;

interface CommandGroup {
  /** Names of the commands that the group adds. */
  names: readonly string[];
  load: () => Promise<AddCommands>;
}

/** Every command, in the order of the help. A module is evaluated when its commands are needed: that saves start time. */
const groups: readonly CommandGroup[] = [
  { names: ['run'], load: async () => (await import('./commands/run/run.ts')).addRun },
  { names: ['exec'], load: async () => (await import('./commands/run/run.ts')).addExec },
  { names: ['runs'], load: async () => (await import('./commands/run/runs.ts')).addRuns },
  { names: ['sandbox'], load: async () => (await import('./commands/sandbox/sandbox.ts')).addSandbox },
  { names: ['repl'], load: async () => (await import('./commands/repl/repl.ts')).addRepl },
  { names: ['secrets'], load: async () => (await import('./commands/vault/secrets.ts')).addSecrets },
  { names: ['network'], load: async () => (await import('./commands/network/network.ts')).addNetwork },
  { names: ['packages'], load: async () => (await import('./commands/packages.ts')).addPackages },
  { names: ['vault'], load: async () => (await import('./commands/vault/vault.ts')).addVault },
  { names: ['generate'], load: async () => (await import('./commands/generation/generate.ts')).addGenerate },
  { names: ['providers'], load: async () => (await import('./commands/generation/providers.ts')).addProviders },
  { names: ['audit'], load: async () => (await import('./commands/audit.ts')).addAudit },
  { names: ['items'], load: async () => (await import('./commands/vault/items.ts')).addItems },
  { names: ['keys'], load: async () => (await import('./commands/account/keys.ts')).addKeys },
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./commands/account/login.ts')).addLogin },
  { names: ['keystore'], load: async () => (await import('./commands/account/keystore.ts')).addKeystore },
  { names: ['backup', 'restore'], load: async () => (await import('./commands/vault/backup.ts')).addBackup },
  { names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).addDoctor },
  { names: ['logs'], load: async () => (await import('./commands/logs.ts')).addLogs },
  { names: ['serve'], load: async () => (await import('./serve.ts')).addServe },
  { names: ['mcp'], load: async () => (await import('./commands/mcp.ts')).addMcp },
  { names: ['open'], load: async () => (await import('./commands/open.ts')).addOpen },
  { names: ['completion'], load: async () => (await import('./commands/completion/completion.ts')).addCompletion },
];

/**
 * Loads the group of one command.
 * @param name name of a command; every group is loaded if it is undefined or no command has it
 * @returns the functions that add the commands, in the order of the help
 */
export function loadCommands(name?: string): Promise<AddCommands[]> {
  const named = groups.filter(({ names }) => name !== undefined && names.includes(name));
  return Promise.all((named.length > 0 ? named : groups).map(({ load }) => load()));
}
