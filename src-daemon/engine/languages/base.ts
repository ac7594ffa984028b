import { everyProgram, type Language } from './language.ts';

const node = '/usr/local/bin/node';
const nodeHook = { NODE_OPTIONS: '--require=/usr/lib/strongroom/node.cjs' };

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
    environment: { PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' },
    startupVariables: [...everyProgram, /^PYTHON/, /^HOME$/],
    preload: { environment: { PYTHONPATH: '/usr/lib/strongroom/python' }, memoryMb: 4 },
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    family: 'base',
    aliases: ['js', 'node', 'nodejs'],
    fileExtension: '.js',
    fileName: 'main.js',
    run: [node, '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
    versionCommand: 'node --version',
    packageManager: 'npm',
    environment: {},
    startupVariables: [...everyProgram, /^NODE_/, /^UV_/, /^SSL_CERT_/, /^OPENSSL_/],
    preload: { environment: { ...nodeHook, STRONGROOM_WARM: 'javascript' }, memoryMb: 9 },
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    family: 'base',
    aliases: ['ts'],
    fileExtension: '.ts',
    fileName: 'main.ts',
    // Enums, namespaces and parameter properties are more than types: stripping alone rejects them.
    run: [
      node,
      '--experimental-transform-types',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    ],
    versionCommand: 'node --version',
    packageManager: 'npm',
    environment: {},
    startupVariables: [...everyProgram, /^NODE_/, /^UV_/, /^SSL_CERT_/, /^OPENSSL_/],
    preload: { environment: { ...nodeHook, STRONGROOM_WARM: 'typescript' }, memoryMb: 21 },
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
  },
];
