/** Names of commands in other tools, and the command lines of this one that do the same. */
const ofProgram: Readonly<Record<string, readonly string[]>> = {
  ...same(['ls', 'list', 'ps'], ['runs ls', 'sandbox ls', 'vault ls', 'secrets ls']),
  ...same(['rm', 'remove', 'delete', 'del'], ['sandbox rm', 'vault rm', 'secrets rm', 'packages rm']),
  ...same(['get', 'show', 'cat'], ['vault get', 'runs ls']),
  ...same(['put', 'save', 'store', 'script', 'scripts', 'code'], ['vault put', 'vault ls']),
  ...same(['set', 'env', 'var', 'variables'], ['secrets set']),
  ...same(['create', 'new', 'container', 'vm'], ['sandbox create']),
  ...same(['cp', 'copy', 'upload', 'download'], ['sandbox cp']),
  ...same(['install', 'add', 'pip', 'npm', 'pkg', 'deps'], ['packages add']),
  ...same(['uninstall'], ['packages rm']),
  ...same(['execute', 'eval'], ['run', 'exec']),
  ...same(['python', 'python3', 'node', 'javascript', 'typescript'], ['run FILE', 'exec', 'repl']),
  ...same(['shell', 'sh', 'bash', 'console'], ['repl bash', 'sandbox exec']),
  ...same(['history', 'executions'], ['runs ls']),
  ...same(['start', 'up', 'daemon', 'server'], ['serve']),
  ...same(['status', 'health', 'check', 'info', 'diagnose'], ['doctor']),
  ...same(['stop', 'down', 'kill'], ['sandbox rm', 'doctor, which shows the pid of the daemon']),
  ...same(['signup', 'register', 'init', 'setup'], ['login --register']),
  ...same(['signin', 'auth'], ['login']),
  ...same(['signout'], ['logout']),
  ...same(['me', 'user', 'account'], ['whoami']),
  ...same(['token', 'tokens', 'apikey', 'apikeys', 'api-key', 'api-keys'], ['keys']),
  ...same(['config', 'settings', 'ui', 'web', 'gui', 'dashboard', 'browser'], ['open']),
  ...same(['version'], ['--version']),
  ...same(['export', 'dump'], ['backup', 'audit export']),
  ...same(['import', 'load'], ['restore', 'secrets import']),
  ...same(['host', 'hosts', 'allow', 'proxy'], ['network']),
  ...same(['model', 'models', 'llm'], ['providers']),
  ...same(['ask', 'ai', 'prompt'], ['generate']),
  ...same(['agent', 'agents'], ['mcp']),
};

/** Names of subcommands with one meaning; a group has at most a few of them. */
const meanings: readonly (readonly string[])[] = [
  ['ls', 'list', 'show', 'ps', 'all', 'status'],
  ['rm', 'remove', 'delete', 'del', 'revoke', 'unset', 'uninstall', 'stop', 'kill', 'destroy', 'deny', 'block'],
  ['set', 'put', 'add', 'create', 'allow', 'new', 'install', 'save', 'store', 'update', 'upload', 'start'],
  ['get', 'read', 'cat', 'print', 'show', 'view', 'open', 'download'],
  ['run', 'exec', 'execute', 'start'],
  ['cp', 'copy', 'upload', 'download', 'push', 'pull'],
  ['move', 'mv', 'migrate', 'change', 'set'],
  ['network', 'connections', 'hosts'],
  ['verify', 'check'],
  ['import', 'load'],
  ['accept', 'approve', 'confirm'],
];

/** Returns the command lines that have the meaning of a name in other tools. */
export function otherNamesOf(group: string | undefined, word: string, commands: readonly string[]): string[] {
  const name = word.toLowerCase();
  if (group === undefined) return [...(ofProgram[name] ?? [])];
  const same = meanings.filter((names) => names.includes(name)).flat();
  return commands.filter((command) => same.includes(command)).map((command) => `${group} ${command}`);
}

function same(names: readonly string[], commands: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, commands]));
}
