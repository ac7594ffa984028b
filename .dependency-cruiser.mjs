// The import rules of the project. test/house/import-rule.full.test.ts plants a violation of each.
/** The floors of the daemon, lowest first: each imports itself and the floors that it names. */
const floors = {
  errors: [],
  core: ['errors'],
  logging: ['core', 'errors'],
  wire: ['errors'],
  crypto: ['core', 'errors'],
  db: ['logging', 'core', 'errors'],
  keystore: ['crypto', 'core', 'errors'],
  http: ['logging', 'core', 'errors'],
  egress: ['wire', 'core', 'errors'],
  engine: ['egress', 'wire', 'core', 'errors'],
  work: ['engine', 'egress', 'wire', 'crypto', 'db', 'core', 'errors'],
};
const foundations = Object.keys(floors).join('|');
const faces = 'mcp|openapi|process';
/** Every other folder of the daemon is a feature. */
const feature = `^src-daemon/(?!(?:${foundations}|${faces})/)([^/]+)/`;
const composition = '^src-daemon/(services|app)\\.ts$';

/** A group of commands is a folder, or a file, in src-cli/commands. */
const commandGroup = '^src-cli/commands/([^/]+)';
const commandComposition = '^src-cli/(index|main|program|command-groups)\\.ts$';

/** @param {string} name */
const npmPackage = (name) => `(^|/)node_modules/(@types/)?${name}/`;

/** The scripts that `npm start` does not use. */
const contributorsScripts =
  '^scripts/(icons|package|types|check-static|(style|lint-patterns|client-types)[a-z/-]*)\\.ts$';

/**
 * Returns the rule that the sources of a path import no module of another one.
 * @param {string} name
 * @param {string} from
 * @param {{ path: string | string[], pathNot?: string }} to
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });

/**
 * Returns the rule that only some sources may import a package.
 * @param {string} name
 * @param {string} allowedPath
 */
const allowOnlyIn = (name, allowedPath) => ({
  name: `${name.replace(/^@/, '').replace('/', '-')}-in-its-place`,
  severity: 'error',
  from: { path: '^src-', pathNot: allowedPath },
  to: { path: npmPackage(name) },
});

const nodeFolders = ['src-shared-node', 'src-daemon', 'src-cli', 'src-main'];

/** @param {string} folder */
const sharedFolders = (folder) => ['src-shared', ...(nodeFolders.includes(folder) ? ['src-shared-node'] : [])];

/** @param {string} folder */
const standsAlone = (folder) => ({
  name: `${folder}-stands-alone`,
  severity: 'error',
  comment:
    'These folders never import each other. They share src-shared, and those that run on Node also src-shared-node.',
  from: { path: `^${folder}/` },
  to: {
    path: '^(src-[^/]+|scripts|test|bench|clients)/',
    pathNot: `^(${[folder, ...sharedFolders(folder)].join('|')})/`,
  },
});

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    // The build makes zod.cjs.
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^\\./zod\\.cjs$' } },
    ...['src-shared', 'src-renderer', ...nodeFolders].map(standsAlone),
    forbid('scripts-import-shared-code-only', '^scripts/', {
      path: '^(src-[^/]+|test|bench|clients)/',
      pathNot: '^src-shared(-node)?/',
    }),
    {
      name: 'clients-stand-alone',
      severity: 'error',
      comment: 'They are packages of their own, which know the HTTP API alone. Those in TypeScript share its client.',
      from: { path: '^clients/([^/]+)/', pathNot: '^clients/vscode/' },
      to: { path: '^(src-[^/]+|scripts|test|bench|clients)/', pathNot: '^clients/($1|typescript)/' },
    },
    // It is bundled, so it also contains the encryption of src-shared, and the proof of the daemon of src-shared-node.
    forbid('vscode-extension-shares-the-contract', '^clients/vscode/', {
      path: '^(src-[^/]+|scripts|test|bench|clients)/',
      pathNot: '^(clients/(vscode|typescript)|src-shared(-node)?)/',
    }),
    forbid('vscode-extension-packages', '^clients/vscode/src/', {
      path: 'node_modules/',
      pathNot: 'node_modules/(hash-wasm|@types/vscode)/',
    }),
    forbid('typescript-client-without-packages', '^clients/typescript/', { path: 'node_modules/' }),
    {
      name: 'typescript-client-without-node',
      severity: 'error',
      comment: 'Bundles for browsers have own-daemon-browser.ts instead of own-daemon.ts (package.json).',
      from: { path: '^clients/typescript/', pathNot: '^clients/typescript/src/(socket|own-daemon)\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-but-plain-javascript-before-the-installation',
      severity: 'error',
      comment: "These files run on the system's Node (20 or later), before there are packages.",
      from: { path: '^(scripts|src-shared-node)/.+\\.mjs$' },
      to: { path: ['\\.ts$', '(^|/)node_modules/'], dependencyTypesNot: ['type-only', 'type-import', 'core'] },
    },
    {
      name: 'contract-without-node',
      severity: 'error',
      comment: 'The contract also runs in a browser.',
      from: { path: '^src-shared/' },
      to: { dependencyTypes: ['core'] },
    },
    forbid('contract-packages', '^src-shared/', {
      path: 'node_modules/',
      pathNot: 'node_modules/(zod|ignore|@noble/[^/]+|@renovatebot/pep440|smol-toml)/',
    }),
    {
      name: 'sources-need-no-dev-package',
      severity: 'error',
      from: { path: '^src-' },
      // The types of a package are no part of what runs.
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'start-needs-no-dev-package',
      severity: 'error',
      comment: '`npm start` installs `dependencies` alone, so what it builds with is among them.',
      from: { path: '^(scripts/|electron\\.vite\\.config\\.ts$)', pathNot: contributorsScripts },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'sources-list-their-packages',
      severity: 'error',
      from: { path: '^src-' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'features-stand-apart',
      severity: 'error',
      comment: 'One feature needs another: services.ts hands it a function.',
      from: { path: feature },
      to: { path: feature, pathNot: ['^src-daemon/$1/', '^src-daemon/audit/record-audit\\.ts$'] },
    },
    forbid('features-know-no-composition', feature, { path: [composition, `^src-daemon/(${faces})/`] }),
    ...Object.entries(floors).map(([floor, below]) =>
      forbid(`${floor}-is-a-floor`, `^src-daemon/${floor}/`, {
        path: '^src-daemon/',
        pathNot: `^src-daemon/(${[floor, ...below].join('|')})/`,
      }),
    ),
    {
      name: 'engine-shared-knows-no-docker',
      severity: 'error',
      comment: 'Every engine shares the queue, the pool, the protocol and the compile step.',
      from: { path: '^src-daemon/engine/(queue|pool|guest|compile)/' },
      to: { path: '^src-daemon/engine/(docker|embedded|kubernetes)/' },
    },
    {
      name: 'core-without-http',
      severity: 'error',
      comment: 'Every feature imports core/, so it must not depend on HTTP.',
      from: { path: '^src-daemon/(core|errors)/' },
      to: { path: ['^node:https?$', '^https?$'] },
    },
    {
      name: 'process-is-imported-by-itself-only',
      severity: 'error',
      comment: 'process/ has the entry points of the daemon: it imports all other folders.',
      from: { path: '^src-daemon/', pathNot: '^src-daemon/process/' },
      to: { path: '^src-daemon/process/' },
    },
    forbid('store-is-the-bottom', '\\.store\\.ts$', { path: '\\.(service|routes)\\.ts$' }),
    forbid('service-knows-no-routes', '\\.service\\.ts$', { path: '\\.routes\\.ts$' }),
    forbid('routes-know-no-store', '\\.routes\\.ts$', { path: '\\.store\\.ts$' }),
    forbid('service-and-store-without-http', '\\.(service|store)\\.ts$', {
      path: ['^src-daemon/http/', '^https?$', '^node:https?$'],
    }),
    {
      name: 'migrations-know-db-only',
      severity: 'error',
      comment: 'A migration is frozen: it must not change with the code around it.',
      from: { path: '^src-daemon/db/migrations/' },
      to: { path: '^src-', pathNot: '^src-daemon/db/' },
    },
    {
      name: 'command-groups-stand-apart',
      severity: 'error',
      comment: 'Groups of commands share code in the folders next to commands/, such as options/ or execution/.',
      from: { path: commandGroup },
      to: { path: '^src-cli/commands/', pathNot: '^src-cli/commands/$1(/|$)' },
    },
    forbid('command-groups-know-no-composition', commandGroup, { path: commandComposition }),
    {
      name: 'command-foundations-know-no-group',
      severity: 'error',
      comment: 'command-groups.ts alone loads the groups, one for each start.',
      from: { path: '^src-cli/', pathNot: '^src-cli/(commands/|command-groups\\.ts$)' },
      to: { path: '^src-cli/commands/' },
    },
    {
      name: 'renderer-features-stand-apart',
      severity: 'error',
      comment: 'A screen that needs two features is composed in app/.',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    forbid('renderer-features-know-no-app', '^src-renderer/features/', { path: '^src-renderer/app/' }),
    forbid('renderer-foundations-know-no-feature', '^src-renderer/(ui|client|crypto)/', {
      path: '^src-renderer/(features|app)/',
    }),
    forbid('renderer-client-and-crypto-without-ui', '^src-renderer/(client|crypto)/', { path: '^src-renderer/ui/' }),
    {
      name: 'interface-without-node',
      severity: 'error',
      comment: 'The interface runs in a browser.',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'loaded-at-first-use',
      severity: 'error',
      comment:
        'A library that most daemons never use takes memory from the start: `await import()` it, or its type alone.',
      from: { path: '^src-daemon/', pathNot: '^src-daemon/engine/docker/link/dockerode\\.ts$' },
      to: {
        path: npmPackage(
          '(openai|undici|@modelcontextprotocol/(server|node)|htmlparser2|pip-requirements-js|dockerode|ws|yaml)',
        ),
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    allowOnlyIn('better-sqlite3', '^src-daemon/db/'),
    allowOnlyIn('dockerode', '^src-daemon/engine/docker/'),
    allowOnlyIn('ws', '^src-daemon/engine/kubernetes/'),
    allowOnlyIn('yaml', '^(src-daemon/engine/kubernetes|src-cli/commands/kube)/'),
    allowOnlyIn('express', '^src-daemon/(http/|app\\.ts$|.+\\.routes\\.ts$)'),
    allowOnlyIn('electron', '^src-main/'),
    allowOnlyIn('argon2', '^src-daemon/crypto/'),
    allowOnlyIn('@napi-rs/keyring', '^(src-daemon/keystore|src-cli/credential)/'),
    allowOnlyIn('openai', '^src-daemon/generation/model/(model-(client|error|transport)|openai-package)\\.ts$'),
    allowOnlyIn('pino', '^src-daemon/logging/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|coverage|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
