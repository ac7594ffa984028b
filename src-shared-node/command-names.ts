/** The names of each group of commands, in the order of the help. The first one names the file of the group in a build. */
export const groupNames = [
  ['run', 'exec'],
  ['runs'],
  ['sandbox'],
  ['repl'],
  ['secrets'],
  ['with'],
  ['network'],
  ['cluster'],
  ['packages'],
  ['vault'],
  ['generate'],
  ['providers'],
  ['audit'],
  ['items'],
  ['keys'],
  ['login', 'logout', 'whoami'],
  ['keystore'],
  ['backup', 'restore'],
  ['doctor'],
  ['logs'],
  ['serve'],
  ['mcp'],
  ['open'],
  ['kube'],
  ['completion'],
] as const;

export type GroupName = (typeof groupNames)[number][0];

/** Every group: for the help, and for suggestions after a name that no command has. */
export const allGroups = 'all';
/** No group: `--version` answers without one. */
export const noGroup = 'none';

/**
 * Returns the group that the arguments of a command line select, before any command is loaded. `--json` and `--data-dir` can
 * precede the name of the command.
 */
export function findGroup(args: readonly string[]): GroupName | typeof allGroups | typeof noGroup {
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--version' || argument === '-V') return noGroup;
    if (argument === '--data-dir') index++;
    else if (argument === '--' || !argument.startsWith('-')) return groupOf(argument);
  }
  return allGroups;
}

function groupOf(name: string): GroupName | typeof allGroups {
  return groupNames.find((names) => names.some((own) => own === name))?.[0] ?? allGroups;
}
