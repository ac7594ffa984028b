/** The commands of package.json, without the prefix `strongroom.`. */
export const commandIds = [
  'runFile',
  'runSelection',
  'cancelRun',
  'showOutput',
  'pickSecrets',
  'saveFile',
  'saveSelection',
  'runScript',
  'signIn',
  'signOut',
  'startDaemon',
  'openInterface',
] as const;
export type CommandId = (typeof commandIds)[number];

/** Returns the name under which VS Code knows a command. */
export const commandName = (id: CommandId): string => `strongroom.${id}`;
