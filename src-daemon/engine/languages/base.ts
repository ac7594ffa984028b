import { trustPaths } from '../../egress/trust/trust-paths.ts';
import { everyProgram, type Language, searchPath } from './language.ts';

const node = '/usr/local/bin/node';
/** Node reads the file when it first uses certificates. Without a network by rule, nothing does. */
const nodeTrust = { NODE_EXTRA_CA_CERTS: trustPaths.extra };
const nodeHook = { NODE_OPTIONS: '--require=/usr/lib/strongroom/node.cjs', ...nodeTrust };
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
const kernels = '/usr/lib/strongroom/kernels';

function nodeKernel(language: string): readonly string[] {
  // An interrupt ends a callback of a timer before Node's code after it runs, which Node otherwise answers with an abort.
  const options = ['--disable-warning=ExperimentalWarning', '--no-force-async-hooks-checks'];
  const maps = language === 'typescript' ? ['--enable-source-maps'] : [];
  return [node, ...options, ...maps, `${kernels}/node/kernel.mjs`, language];
}

/** The folder of Python's packages, by a link without Python's version (resources/sandbox/Dockerfile). */
const packages = '/usr/local/lib/python-packages';

/** Returns a PATH that finds the commands of installed packages first, as in a virtual environment or `npm run`. */
function pathWith(folder: string): string {
  return `${folder}:${searchPath}`;
}

/** Both start a thread for messages; V8 has four, and four more do the work of files. */
const nodeKernelFacts = { bootEnvironment: nodeTrust, hasInterruptMessage: true, growthMb: 8, threads: 12 } as const;

/** Languages of the base image. */
export const baseLanguages: readonly Language[] = [
  {
    id: 'python',
    name: 'Python',
    family: 'base',
    aliases: ['python3', 'py'],
    fileExtension: '.py',
    fileName: 'main.py',
    run: ['/usr/bin/python3'],
    versionCommand: 'python3 --version',
    packageManager: 'pip',
    // Unbuffered, so that output is streamed and not lost when the program is killed. Measured cost: 4 µs per print.
    environment: { PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1', PATH: pathWith(`${packages}/bin`) },
    startupVariables: [...everyProgram, /^PYTHON/, /^HOME$/],
    preload: { environment: { PYTHONPATH: '/usr/lib/strongroom/python' }, memoryMb: 4 },
    // Without MPLBACKEND, the kernel shows the figures of a cell.
    kernel: {
      argv: ['/usr/bin/python3', `${kernels}/python`],
      omits: ['MPLBACKEND'],
      isSignalledAlone: true,
      memoryMb: 11,
    },
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    family: 'base',
    aliases: ['js', 'node', 'nodejs'],
    fileExtension: '.js',
    fileName: 'main.js',
    run: [node, quiet],
    versionCommand: 'node --version',
    packageManager: 'npm',
    environment: { PATH: pathWith('/node_modules/.bin') },
    startupVariables: [...everyProgram, /^NODE_/, /^UV_/, /^SSL_CERT_/, /^OPENSSL_/],
    preload: { environment: { ...nodeHook, STRONGROOM_WARM: 'javascript' }, memoryMb: 9 },
    kernel: { argv: nodeKernel('javascript'), ...nodeKernelFacts, memoryMb: 25 },
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    family: 'base',
    aliases: ['ts'],
    fileExtension: '.ts',
    fileName: 'main.ts',
    // Worker threads and forked processes inherit these options, and so the hooks.
    run: [node, '--enable-source-maps', '--require=/usr/lib/strongroom/typescript/register.cjs', quiet],
    versionCommand: 'node --version',
    packageManager: 'npm',
    environment: { PATH: pathWith('/node_modules/.bin') },
    startupVariables: [...everyProgram, /^NODE_/, /^UV_/, /^SSL_CERT_/, /^OPENSSL_/],
    preload: { environment: { ...nodeHook, STRONGROOM_WARM: 'typescript' }, memoryMb: 21 },
    kernel: { argv: nodeKernel('typescript'), ...nodeKernelFacts, memoryMb: 37 },
  },
  {
    id: 'bash',
    name: 'Bash',
    family: 'base',
    aliases: ['sh', 'shell'],
    fileExtension: '.sh',
    fileName: 'main.sh',
    run: ['/bin/bash'],
    versionCommand: 'bash --version',
    packageManager: null,
    environment: {},
    startupVariables: [...everyProgram, /^BASH/, /^ENV$/, /^SHELLOPTS$/, /^IFS$/],
    kernel: {
      argv: ['/usr/bin/bash', '--noprofile', '--norc', `${kernels}/bash/kernel.sh`],
      memoryMb: 1,
    },
  },
];
