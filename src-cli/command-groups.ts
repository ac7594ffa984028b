import type { Command } from 'commander';
import { allGroups, type GroupName, groupNames, noGroup } from '../src-shared-node/command-names.ts';
import type { ToolsOf } from './toolbox.ts';

/** Adds one or more commands to the program. */
type AddCommands = (program: Command, toolsOf: ToolsOf) => void;

/**
 * The commands of each group. A build has one file for each group, in which the modules of the others are missing
 * (scripts/build/command-build.ts).
 */
const groups: Readonly<Record<GroupName, () => Promise<readonly AddCommands[]>>> = {
  run: async () => {
    const { addExec, addRun } = await import('./commands/run/run.ts');
    return [addRun, addExec];
  },
  runs: async () => [(await import('./commands/run/runs.ts')).addRuns],
  sandbox: async () => [(await import('./commands/sandbox/sandbox.ts')).addSandbox],
  repl: async () => [(await import('./commands/repl/repl.ts')).addRepl],
  secrets: async () => [(await import('./commands/vault/secrets.ts')).addSecrets],
  with: async () => [(await import('./commands/with/with.ts')).addWith],
  network: async () => [(await import('./commands/network.ts')).addNetwork],
  cluster: async () => [(await import('./commands/cluster.ts')).addCluster],
  packages: async () => [(await import('./commands/packages.ts')).addPackages],
  vault: async () => [(await import('./commands/vault/vault.ts')).addVault],
  generate: async () => [(await import('./commands/generation/generate.ts')).addGenerate],
  providers: async () => [(await import('./commands/generation/providers.ts')).addProviders],
  audit: async () => [(await import('./commands/audit.ts')).addAudit],
  items: async () => [(await import('./commands/vault/items.ts')).addItems],
  keys: async () => [(await import('./commands/account/keys.ts')).addKeys],
  login: async () => [(await import('./commands/account/login.ts')).addLogin],
  keystore: async () => [(await import('./commands/account/keystore.ts')).addKeystore],
  backup: async () => [(await import('./commands/vault/backup.ts')).addBackup],
  doctor: async () => [(await import('./commands/doctor.ts')).addDoctor],
  logs: async () => [(await import('./commands/logs.ts')).addLogs],
  serve: async () => [(await import('./serve.ts')).addServe],
  mcp: async () => [(await import('./commands/mcp.ts')).addMcp],
  open: async () => [(await import('./commands/open.ts')).addOpen],
  kube: async () => [(await import('./commands/kube/kube.ts')).addKube],
  completion: async () => [(await import('./commands/completion/completion.ts')).addCompletion],
};

/** Loads the commands of one group, of all groups or of none. Returns the functions that add them, in the order of the help. */
export async function loadCommands(
  group: GroupName | typeof allGroups | typeof noGroup = allGroups,
): Promise<readonly AddCommands[]> {
  if (group === noGroup) return [];
  const loaded = group === allGroups ? groupNames.map(([name]) => name) : [group];
  return (await Promise.all(loaded.map((name) => groups[name]()))).flat();
}
