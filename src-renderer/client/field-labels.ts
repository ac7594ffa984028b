/** How the forms call the field of a path, and how many units of the contract are one of the form. */
interface FieldLabel {
  label: string;
  unit?: number;
}

const mebibyte = 1024 * 1024;

/**
 * The fields of requests by their path in the contract, in the words of the forms. An entry of a list is `[]`; `#` in a label
 * is its number. A path without its own label has that of the part before it.
 */
export const fieldLabels: Readonly<Record<string, string | FieldLabel>> = {
  email: 'E-mail',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  otherPassword: 'Scripts of another password',
  masterPassword: 'Master password',
  lock: 'Lock',

  name: 'Name',
  description: 'Description',
  language: 'Language',
  value: 'Value',
  hosts: 'Hosts of the secret',
  'hosts[].host': 'Host # of the secret',
  'hosts[].in': 'Use of the value, host #',
  placeholderPrefix: 'Beginning of the placeholder',

  scopes: 'Scopes',
  secretNames: 'Only these secrets',
  networkHosts: 'Only these hosts',
  expiresAt: 'Expires',

  code: 'Code',
  entry: 'Path of the program',
  stdin: 'Standard input',
  openStdin: 'Input during the run',
  args: 'Arguments',
  'args[]': 'Argument #',
  files: 'Files',
  'files[]': 'File #',
  env: 'Variables',
  secrets: 'Secrets',
  'secrets[]': 'Secret #',
  packages: 'Installed packages',
  withPackages: 'More packages for this program',
  'withPackages[]': 'Package # for this program',
  inlinePackages: 'Packages declared in the code',
  detached: 'Run without a window',
  timeoutMs: { label: 'Time limit in seconds', unit: 1000 },
  compileTimeoutMs: { label: 'Seconds to compile', unit: 1000 },
  maxQueueMs: { label: 'Seconds to wait', unit: 1000 },
  memoryMb: 'Memory, MiB',
  outputKeep: 'Output to keep',
  outputEncoding: 'Encoding of the output',
  keep: 'History',
  generated: 'Approved code',

  network: 'Network',
  'network.allow': 'Network rules',
  'network.allow[]': 'Network rule #',
  'network.allow[].host': 'Host of network rule #',
  'network.allow[].address': 'Fixed address of network rule #',
  'network.allow[].ports': 'Ports of network rule #',
  'network.allow[].protocol': 'Protocol of network rule #',
  'network.allow[].methods': 'Methods of network rule #',
  'network.allow[].paths': 'Paths of network rule #',
  'network.allow[].websocket': 'WebSocket of network rule #',
  'network.allow[].secrets': 'Secrets of network rule #',
  'network.allow[].onlySecrets': 'No other credential, network rule #',
  'network.onBlocked': 'Blocked connections',
  host: 'Host',
  port: 'Port',
  decision: 'Decision',

  prompt: 'What should the program do?',
  provider: 'Provider',
  keyOf: 'API key',
  model: 'Model',
  maxRepairs: 'Repairs',
  previous: 'Code before',
  execute: 'Run options',
  baseUrl: 'Base URL',
  apiKey: 'API key',
  default: 'Use as the default provider',

  'packages[]': 'Package #',
  version: 'Version of the package',
  extras: 'Extras of the package',
  hashes: 'Hashes of the package',

  'network.allowed': 'Runs may use the whole network',
  'network.ceiling': 'Hosts that network rules can allow',
  'network.ceiling[].host': 'Host # that network rules can allow',
  'network.ceiling[].ports': 'Ports of host #',
  'network.ceiling[].protocols': 'Protocols of host #',
  'network.proxy': 'Proxy for network rules',
  cluster: 'Cluster',
  'cluster.allowed': 'Programs may run in the cluster',
  limits: 'Limits',
  'limits.timeoutMs': { label: 'Time limit, seconds', unit: 1000 },
  'limits.memoryMb': 'Memory limit, MiB',
  installer: 'Package sources',
  'installer.pipIndexUrl': 'Python package index',
  'installer.npmRegistry': 'npm registry',
  'installer.caBundlePath': 'Certificates',
  'installer.proxy': 'Proxy of the package sources',
  'installer.builds': 'Packages may be built from source',
  history: 'History',
  'history.keepRuns': 'Runs to keep',
  'history.keepOutputs': 'Keep output and files',
  'history.maxBytes': { label: 'Space of the history, MiB', unit: mebibyte },
  sandboxes: 'Sandboxes',
  'sandboxes.perAccount': 'Sandboxes at the same time',
  'secrets.release': 'Programs outside of the sandbox may get secrets',
  autoLockMinutes: 'Lock after minutes without use',
  registration: 'Other people may register on this machine',
  pinned: 'Pinned',
  ids: 'Selected runs',
  items: 'Items to accept',
};

/** Numbers of a message, such as the limit in `must be at most 600000`. */
const numbers = /\d+/g;

/** Returns a sentence about a field in the words of its form; undefined for a path that no form has. */
export function fieldSentence({ path, message }: { path: string; message: string }): string | undefined {
  const found = labelOf(path);
  if (found === undefined) return undefined;
  const { label, unit } = found;
  const inUnits = unit === undefined ? message : message.replace(numbers, (number) => String(Number(number) / unit));
  const first = inUnits.charAt(0);
  const isSentence = first !== first.toLowerCase();
  const text = isSentence ? `${label}: ${inUnits}` : `“${label}” ${inUnits}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** Returns the label of the longest part of a path that has one. */
function labelOf(path: string): FieldLabel | undefined {
  const numbersOf = [...path.matchAll(/\[(\d{1,9})\]/g)].map(([, index]) => Number(index) + 1);
  const parts = path.replace(/\[\d{1,9}\]/g, '.[]').split('.');
  for (let length = parts.length; length > 0; length--) {
    const known = parts.slice(0, length).join('.').replaceAll('.[]', '[]');
    if (!Object.hasOwn(fieldLabels, known)) continue;
    const entry = fieldLabels[known] ?? '';
    const { label, ...rest } = typeof entry === 'string' ? { label: entry } : entry;
    return { label: label.replace('#', () => String(numbersOf[0] ?? '')).trim(), ...rest };
  }
  return undefined;
}

/** Beginning of the daemon's message about a request whose fields are not valid, before it names them. */
const generalMessage = 'The request is not valid: ';
const maxInMessage = 3;

/**
 * Returns the message of an error with the labels of the forms, if its own names fields by their paths. Otherwise it is
 * the message itself.
 */
export function messageInForms(message: string, details: readonly { path: string; message: string }[]): string {
  const sentences = details.flatMap((problem) => fieldSentence(problem) ?? []);
  if (sentences.length === 0 || sentences.length < Math.min(details.length, maxInMessage)) return message;
  if (message.startsWith(generalMessage)) return sentences.slice(0, maxInMessage).join(' ');
  const { path, message: problem } = details[0] ?? { path: '', message: '' };
  const own = [`${path} ${problem}.`, `${path}: ${problem}.`, `${path} ${problem}`].find((text) =>
    message.startsWith(text),
  );
  return own === undefined || path === '' ? message : `${sentences[0]}${message.slice(own.length)}`;
}

/** Returns true if a message only names the fields of its details. */
export const isOfFieldsOnly = (message: string, details: readonly { path: string; message: string }[]): boolean =>
  details.length > 0 &&
  message ===
    details
      .flatMap((problem) => fieldSentence(problem) ?? [])
      .slice(0, maxInMessage)
      .join(' ');
