/**
 * Names of fields of requests in the words of the command line, by their paths: `{n}` is the number, from 1, of the entry of the
 * list, `{m}` that of the inner list, and `{key}` the key of a record (`.*`).
 */
export type FieldNames = Readonly<Record<string, string>>;

function below(prefix: string, names: FieldNames): FieldNames {
  return Object.fromEntries(Object.entries(names).map(([path, name]) => [prefix + path, name]));
}

const ruleOptions = '(--allow, --secret-at or --network-rules)';
const rulesFile = '(--network-rules)';

const rules: FieldNames = {
  network: 'the network (--network or --allow)',
  'network.allow': `the list of network rules ${ruleOptions}`,
  'network.allow[]': `network rule {n} ${ruleOptions}`,
  ...below('network.allow[].', {
    host: `the host of network rule {n} ${ruleOptions}`,
    address: `the address of network rule {n} ${rulesFile}`,
    ports: `the ports of network rule {n} ${ruleOptions}`,
    'ports[]': `port {m} of network rule {n} ${ruleOptions}`,
    protocol: `the protocol of network rule {n} ${ruleOptions}`,
    methods: `the methods of network rule {n} ${rulesFile}`,
    'methods[]': `method {m} of network rule {n} ${rulesFile}`,
    paths: `the paths of network rule {n} ${rulesFile}`,
    'paths[]': `path {m} of network rule {n} ${rulesFile}`,
    websocket: `websocket of network rule {n} ${rulesFile}`,
    secrets: `the secrets of network rule {n} (--secret-at or --network-rules)`,
    'secrets[]': `secret {m} of network rule {n} (--secret-at or --network-rules)`,
    onlySecrets: `onlySecrets of network rule {n} ${rulesFile}`,
  }),
  'network.onBlocked': '--ask',
};

const variables: FieldNames = {
  env: 'the list of variables (--env or --env-file)',
  'env.*': 'variable {key} (--env or --env-file)',
};

const files: FieldNames = {
  files: 'the list of files (--file or the folder)',
  ...below('files[].', {
    path: 'the name of file {n} (--file or the folder)',
    content: 'the content of file {n} (--file or the folder)',
    encoding: 'the encoding of file {n} (--file or the folder)',
    executable: 'the mode of file {n} (--file or the folder)',
  }),
  'files[]': 'file {n} (--file or the folder)',
};

const secretNames: FieldNames = {
  secrets: 'the list of secrets (--secret)',
  'secrets[]': 'secret {n} (--secret)',
};

const runOptions: FieldNames = {
  ...{ ...rules, ...variables, ...files, ...secretNames },
  stdin: 'the input of the program (--stdin)',
  args: "the list of the program's arguments",
  'args[]': 'argument {n} of the program',
  packages: '--no-packages',
  withPackages: 'the list of packages (--with)',
  'withPackages[]': 'package {n} (--with)',
  inlinePackages: '--no-inline-packages',
  timeoutMs: '--timeout',
  compileTimeoutMs: '--compile-timeout',
  memoryMb: '--memory',
  maxQueueMs: '--max-queue',
  outputKeep: '--output-keep',
};

const streams: FieldNames = {
  openStdin: 'the open input of the program (--no-stdin closes it)',
  outputEncoding: '--json',
  detached: '--detach',
};

const payload: FieldNames = {
  encryptedPayload: 'the encrypted script',
  ...below('encryptedPayload.', {
    v: 'the version of the encrypted script',
    salt: 'the salt of the encrypted script',
    nonce: 'the nonce of the encrypted script',
    ciphertext: 'the encrypted script',
  }),
};

const secretHosts: FieldNames = {
  description: '--description',
  hosts: 'the list of hosts (--host)',
  'hosts[]': 'host {n} (--host)',
  'hosts[].host': 'host {n} (--host)',
  'hosts[].in': 'the positions of the value (--in or --header)',
  'hosts[].in[]': 'position {m} of the value (--in or --header)',
  placeholderPrefix: '--placeholder-prefix',
};

const packageFields: FieldNames = {
  language: 'the language',
  name: 'the name of the package',
  version: 'the version of the package',
  extras: 'the extras of the package',
  'extras[]': 'extra {m} of the package',
  hashes: 'the hashes of the package',
  'hashes[]': 'hash {m} of the package',
};

const packageList: FieldNames = {
  packages: 'the list of packages',
  'packages[]': 'package {n}',
  ...below('packages[].', {
    language: 'the language of package {n}',
    name: 'the name of package {n}',
    version: 'the version of package {n}',
    extras: 'the extras of package {n}',
    'extras[]': 'extra {m} of package {n}',
    hashes: 'the hashes of package {n}',
    'hashes[]': 'hash {m} of package {n}',
  }),
};

const account: FieldNames = { email: 'the e-mail address', password: 'the password' };
const script: FieldNames = { name: 'the name of the script' };
const run: FieldNames = { id: 'the id of the run' };
const sandbox: FieldNames = { id: 'the id of the sandbox' };
const filter: FieldNames = { action: '--action', from: '--from', to: '--to' };

const program: FieldNames = {
  language: 'the language',
  code: 'the program',
  entry: 'the program in the folder (--entry)',
  name: 'the name of the program',
};

const endpoint: FieldNames = {
  baseUrl: '--url',
  model: '--model',
  apiKey: 'the key of the endpoint',
  timeoutMs: '--timeout',
};

const settings: FieldNames = {
  'network.allowed': 'network allow --full',
  'network.ceiling': 'the list of allowed hosts',
  'network.ceiling[]': 'allowed host {n}',
  'network.ceiling[].host': 'the name of allowed host {n}',
  'network.ceiling[].ports': 'the ports of allowed host {n}',
  'network.ceiling[].ports[]': 'port {m} of allowed host {n}',
  'network.ceiling[].protocols': 'the protocols of allowed host {n}',
  'network.ceiling[].protocols[]': 'protocol {m} of allowed host {n}',
  'network.proxy': 'the address of the proxy',
  cluster: 'cluster allow',
  'cluster.allowed': 'cluster allow',
  secrets: 'secrets release',
  'secrets.release': 'secrets release',
};

/** The names by operation (its method and path). */
export const fieldNames: Readonly<Record<string, FieldNames>> = {
  'POST /api/v1/execute': { ...runOptions, ...streams, ...program },
  'POST /api/v1/zk/code/:name/execute': {
    ...{ ...runOptions, ...streams, ...script },
    entry: 'the path of the program',
    masterPassword: 'the master password',
  },
  'POST /api/v1/generate': {
    ...runOptions,
    ...{ prompt: 'the prompt', language: '--language', provider: '--provider', model: '--model' },
    maxRepairs: '--repairs',
  },
  'PUT /api/v1/zk/code/:name': {
    ...rules,
    ...payload,
    ...script,
    language: '--language',
    description: '--description',
  },
  'GET /api/v1/zk/code/:name': { ...script, revision: '--revision' },
  'POST /api/v1/zk/code/:name/rename': { name: 'the new name of the script' },
  'GET /api/v1/zk/code/:name/revisions': script,
  'DELETE /api/v1/zk/code/:name': script,
  'PUT /api/v1/zk/reseals/:id/code/:name': { ...payload, ...script },
  'GET /api/v1/executions': {
    ...filter,
    ...{ search: '--search', idPrefix: 'the id of the run', status: '--status', language: '--language' },
    ...{ client: '--by', pinned: '--pinned', limit: '--limit', before: '--before' },
  },
  'GET /api/v1/executions/:id': run,
  'GET /api/v1/executions/:id/events': run,
  'GET /api/v1/executions/:id/network': run,
  'POST /api/v1/executions/:id/cancel': run,
  'PATCH /api/v1/executions/:id': run,
  'POST /api/v1/executions/delete': { ids: 'the list of ids', 'ids[]': 'id {n}' },
  'POST /api/v1/sandboxes': {
    ...{ ...rules, ...variables, ...files, ...secretNames },
    ...{ language: 'the language', packages: '--no-packages', memoryMb: '--memory', diskMb: '--disk' },
    ...{ withPackages: 'the list of packages (--with)', 'withPackages[]': 'package {n} (--with)' },
    ...{ idleTimeoutMs: '--idle', maxLifetimeMs: '--lifetime', maxQueueMs: '--max-queue' },
  },
  'POST /api/v1/sandboxes/:id/processes': {
    ...{ ...variables, ...sandbox, command: 'the command line', 'command[]': 'part {n} of the command line' },
    ...{ cwd: '--cwd', stdin: 'the input of the program', timeoutMs: '--timeout', background: '--background' },
    ...{ openStdin: 'the open input of the program (--no-stdin closes it)', outputEncoding: '--json' },
  },
  'POST /api/v1/sandboxes/:id/contexts': { ...sandbox, language: 'the language' },
  'POST /api/v1/sandboxes/:id/contexts/:cid/cells': { ...sandbox, code: 'the cell', timeoutMs: '--timeout' },
  'GET /api/v1/sandboxes/:id': sandbox,
  'DELETE /api/v1/sandboxes/:id': sandbox,
  'PUT /api/v1/secrets/:name': { name: 'the name of the secret', value: 'the value of the secret', ...secretHosts },
  'PATCH /api/v1/secrets/:name': { name: 'the name of the secret', ...secretHosts },
  'DELETE /api/v1/secrets/:name': { name: 'the name of the secret' },
  'POST /api/v1/secret-values': { names: 'the list of secrets', 'names[]': 'secret {n}', password: 'the password' },
  'POST /api/v1/packages': { ...packageFields, ...packageList },
  'PUT /api/v1/packages': packageList,
  'DELETE /api/v1/packages/:language/:name': { language: 'the language', name: 'the name of the package' },
  'POST /api/v1/api-keys': {
    ...{
      name: 'the name of the key',
      scopes: '--scopes',
      'scopes[]': 'scope {n} (--scopes)',
      expiresAt: '--expires-in',
    },
    ...{ secretNames: '--secrets', 'secretNames[]': 'secret {n} (--secrets)' },
    ...{ networkHosts: '--network-host', 'networkHosts[]': 'host {n} (--network-host)' },
  },
  'DELETE /api/v1/api-keys/:id': { id: 'the id of the key' },
  'PUT /api/v1/providers/:id': { ...endpoint, id: 'the id of the endpoint', default: '--default' },
  'POST /api/v1/provider-trials': { ...endpoint, keyOf: 'the id of the endpoint whose key is used' },
  'DELETE /api/v1/providers/:id': { id: 'the id of the endpoint' },
  'POST /api/v1/providers/:id/test': { id: 'the id of the endpoint' },
  'POST /api/v1/auth/login': account,
  'POST /api/v1/auth/register': account,
  'GET /api/v1/audit-log': { ...filter, limit: '--limit', before: '--before' },
  'GET /api/v1/audit-log/export': { ...filter, format: '--format' },
  'PATCH /api/v1/settings': settings,
  'POST /api/v1/items/accept': { password: 'the password' },
};
