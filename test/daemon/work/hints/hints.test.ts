/** Hints from the messages of each language, as its own tools write them, and from nothing that only looks like them. */
import { describe, expect, it } from 'vitest';
import { findLanguage } from '../../../../src-daemon/engine/languages/languages.ts';
import { type FailedRun, lastLines } from '../../../../src-daemon/work/hints/failed-run.ts';
import { hintsOf } from '../../../../src-daemon/work/hints/hints.ts';
import { Hint, maxHints } from '../../../../src-shared/contracts/hints.ts';
import { fc } from '../../../support/random.ts';

const failed: FailedRun = {
  ranIn: 'run',
  ...{ language: 'python', languageName: 'Python', packageManager: 'pip', status: 'failed', engine: 'docker' },
  ...{ errorLines: [], code: '', filePaths: [], hasInput: false, network: 'none', blocked: [], packages: [] },
  ...{ otherSecrets: [], memoryMb: 512, timeoutMs: 60_000 },
};

function hintsFor(language: string, stderr: string, facts: Partial<FailedRun> = {}) {
  const { name = language, packageManager = null } = findLanguage(language) ?? {};
  const about = { language, languageName: name, packageManager, errorLines: lastLines(stderr) };
  return hintsOf({ ...failed, ...about, ...facts });
}

const packagesOf = (language: string, ...lines: string[]) =>
  hintsFor(language, lines.join('\n')).flatMap(({ action }) => (action?.type === 'add_package' ? [action.name] : []));

describe('a cell of a sandbox', () => {
  it.each([
    ["No module named 'yaml'", 'Sandboxes that are created after it was added have it.'],
    ['Could not resolve host: example.com', 'this sandbox has none'],
    ["No such file or directory: 'data.csv'", 'that are copied into it'],
  ])('has hints that name its sandbox: %s', (line, text) => {
    expect(hintsFor('python', line, { ranIn: 'sandbox' })).toMatchObject([{ text: expect.stringContaining(text) }]);
  });
});

describe('a package that a sandbox does not have', () => {
  const missing = (facts: Partial<FailedRun>, language = 'python') =>
    hintsFor(language, "No module named 'yaml'\nCannot find module 'yaml'", { ranIn: 'sandbox', ...facts });

  it('is named as one of the list, if it was added after the creation', () => {
    expect(missing({ packages: [], addedLater: ['pyyaml'] })).toEqual([
      {
        code: 'package_missing',
        text: 'The program needs the module yaml. Its package is in the package list, but this sandbox was created without it. Create the sandbox again.',
      },
    ]);
    expect(missing({ packages: ['PyYAML'], addedLater: [] })).toEqual([]);
  });

  it('names the language whose sandboxes have it', () => {
    const facts = { packages: [], sandboxLanguage: 'Python' };
    expect(missing({ ...facts, addedLater: ['yaml'] }, 'javascript')).toMatchObject([
      { text: expect.stringMatching(/this sandbox has the packages of Python\. Create a sandbox for JavaScript\.$/) },
    ]);
    expect(missing(facts, 'javascript')).toMatchObject([
      { text: expect.stringContaining('Sandboxes for JavaScript that are created'), action: { name: 'yaml' } },
    ]);
  });
});

describe('a process of a sandbox', () => {
  it('has hints that name its limits and its input', () => {
    const hintOf = (facts: Partial<FailedRun>, line = '') =>
      hintsFor('python', line, { ranIn: 'sandbox', ...facts })[0];
    expect(hintOf({}, 'EOFError: EOF when reading a line')?.text).toContain('this process has none');
    expect(hintOf({ status: 'timed_out', timeoutMs: 600_000 })).toMatchObject({ action: { timeoutMs: 1_200_000 } });
    expect(hintOf({ status: 'timed_out', timeoutMs: 86_400_000 })?.text).toContain('A process cannot have more.');
    expect(hintOf({ status: 'out_of_memory', memoryMb: 4096 })?.text).toContain('A sandbox cannot have more.');
  });
});

describe('a missing package', () => {
  it.each([
    ['cv2', 'opencv-python'],
    ['yaml', 'PyYAML'],
    ['PIL', 'pillow'],
    ['sklearn.model_selection', 'scikit-learn'],
    ['requests', 'requests'],
    ['my_module', 'my-module'],
  ])('Python: the module %s is in %s', (module, packageName) => {
    expect(packagesOf('python', `ModuleNotFoundError: No module named '${module}'`)).toEqual([packageName]);
  });

  it('Node: a name or a name with a scope, but no path', () => {
    expect(packagesOf('javascript', "Error: Cannot find module 'lodash/fp'")).toEqual(['lodash']);
    expect(packagesOf('javascript', "Error: Cannot find module 'lodash'")).toEqual(['lodash']);
    const ofModule = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/name' imported from /work/main.ts";
    expect(packagesOf('typescript', ofModule)).toEqual(['@scope/name']);
    expect(packagesOf('javascript', "Error: Cannot find module './other.js'")).toEqual([]);
    expect(packagesOf('javascript', "Error: Cannot find module '/work/other.js'")).toEqual([]);
  });

  it('is offered once, and at most three are', () => {
    const line = (name: string) => `No module named '${name}'`;
    expect(packagesOf('python', line('a'), line('a'), line('b'), line('c'), line('d'))).toEqual(['a', 'b', 'c']);
  });

  it('is none of Python itself, none of the list, and none in a language without packages', () => {
    expect(packagesOf('python', "No module named 'tkinter'")).toEqual([]);
    expect(packagesOf('python', "No module named 'constructor'")).toEqual(['constructor']);
    expect(hintsFor('python', "No module named 'yaml'", { packages: ['pyyaml'] })).toEqual([]);
    expect(packagesOf('bash', "No module named 'requests'")).toEqual([]);
  });

  it.each([
    ['ruby', '<internal:…>: cannot load such file -- nokogiri (LoadError)', 'nokogiri'],
    ['perl', "Can't locate JSON/XS.pm in @INC (you may need to install the JSON::XS module)", 'JSON/XS'],
    [
      'go',
      'main.go:3:8: no required module provides package github.com/gin-gonic/gin; to add it:',
      'github.com/gin-gonic/gin',
    ],
    ['rust', 'error[E0432]: unresolved import `serde`', 'serde'],
    ['java', 'Main.java:1: error: package org.apache.commons.lang3 does not exist', 'org.apache.commons.lang3'],
    ['r', 'there is no package called ‘dplyr’', 'dplyr'],
    ['lua', "lua: main.lua:1: module 'socket' not found:", 'socket'],
    ['cpp', 'main.cpp:1:10: fatal error: boost/asio.hpp: No such file or directory', 'boost/asio.hpp'],
  ])('%s: what no list can add is said, without an action', (language, line, name) => {
    expect(hintsFor(language, line)).toEqual([
      { code: 'package_missing', text: expect.stringContaining(`needs ${name}, which is not part of the sandbox`) },
    ]);
  });
});

describe('a program without a network', () => {
  it.each([
    'curl: (6) Could not resolve host: api.example.com',
    'wget: unable to resolve host address ‘api.example.com’',
    'Error: getaddrinfo EAI_AGAIN api.example.com',
    "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded … Temporary failure in name resolution",
    'Get "https://api.example.com/": dial tcp: lookup api.example.com on 127.0.0.1:53: server misbehaving',
    'Exception in thread "main" java.net.UnknownHostException: api.example.com',
    'Failed to open TCP connection to api.example.com:443 (getaddrinfo: Temporary failure in name resolution)',
    "fatal: unable to access 'https://api.example.com/x.git/': Could not resolve host: api.example.com",
    'PHP Warning: file_get_contents(): php_network_getaddresses: getaddrinfo for api.example.com failed: Name or service not known',
  ])('%s', (line) => {
    expect(hintsFor('bash', line).map(({ action }) => action)).toEqual([
      { type: 'allow_host', host: 'api.example.com', port: 443 },
    ]);
  });

  it('is offered no address, no name of this computer, and nothing for a refused connection', () => {
    expect(hintsFor('bash', 'curl: (6) Could not resolve host: localhost')[0]).not.toHaveProperty('action');
    expect(
      hintsFor('python', 'OSError: [Errno 101] Network is unreachable', { code: 'x = "http://10.0.0.1/"' })[0],
    ).not.toHaveProperty('action');
    expect(hintsFor('python', 'ConnectionRefusedError: [Errno 111] Connection refused')).toEqual([]);
    expect(hintsFor('bash', 'Could not resolve host: a.example.com', { network: 'full' })).toEqual([]);
  });
});

describe('a missing file or command', () => {
  it.each([
    ['python', "FileNotFoundError: [Errno 2] No such file or directory: 'data/in.csv'"],
    ['javascript', "Error: ENOENT: no such file or directory, open 'data/in.csv'"],
    ['ruby', "main.rb:1:in `read': No such file or directory @ rb_sysopen - data/in.csv (Errno::ENOENT)"],
    ['go', 'panic: open data/in.csv: no such file or directory'],
    ['java', 'java.io.FileNotFoundException: data/in.csv (No such file or directory)'],
    ['r', "cannot open file 'data/in.csv': No such file or directory"],
    ['bash', 'cat: data/in.csv: No such file or directory'],
  ])('%s: a file whose folder was lost', (language, line) => {
    expect(hintsFor(language, line, { filePaths: ['in.csv'] })).toEqual([
      { code: 'folder_missing', text: expect.stringMatching(/opened data\/in\.csv.*as in\.csv/) },
    ]);
    expect(hintsFor(language, line).map(({ code }) => code)).toEqual(['file_missing']);
    expect(hintsFor(language, line, { filePaths: ['data/in.csv'] })).toEqual([]);
  });

  it.each([
    ['bash', '/work/main.sh: line 1: jq2: command not found'],
    ['bash', 'sh: 1: jq2: not found'],
    ['javascript', 'Error: spawn jq2 ENOENT'],
    ['go', 'panic: exec: "jq2": executable file not found in $PATH'],
    ['ruby', "main.rb:1:in `spawn': No such file or directory - jq2 (Errno::ENOENT)"],
    ['java', 'java.io.IOException: Cannot run program "jq2": error=2, No such file or directory'],
    [
      'python',
      '  File "/usr/lib/python3.13/subprocess.py", line 1\nFileNotFoundError: [Errno 2] No such file or directory: \'jq2\'',
    ],
  ])('%s: a command that the sandbox does not have', (language, line) => {
    expect(hintsFor(language, line)).toEqual([
      { code: 'command_missing', text: expect.stringContaining('The command jq2 is not in the sandbox') },
    ]);
  });

  it('says where packages come from, and that no program changes the system', () => {
    expect(hintsFor('bash', 'main.sh: line 1: pip: command not found')[0]?.text).toContain('package list');
    expect(hintsFor('bash', 'main.sh: line 1: sudo: command not found')[0]?.text).toContain('cannot change the system');
  });
});

it('the limits at their maximum have no action', () => {
  expect(hintsFor('python', '', { status: 'out_of_memory', memoryMb: 3000 })[0]?.action).toEqual({
    type: 'raise_memory',
    memoryMb: 4096,
  });
  expect(hintsFor('python', '', { status: 'out_of_memory', memoryMb: 4096 })[0]).not.toHaveProperty('action');
  expect(hintsFor('python', '', { status: 'timed_out', timeoutMs: 600_000 })[0]).not.toHaveProperty('action');
});

it('a host that the rules refuse is offered, and one that failed for another reason is not', () => {
  const blocked = [
    { host: 'a.example.com', port: 0, reasons: ['name_not_allowed' as const] },
    { host: 'b.example.com', port: 443, reasons: ['bad_certificate' as const] },
    { host: 'not a host', port: 443, reasons: ['name_not_allowed' as const] },
  ];
  const hints = hintsFor('python', '', { network: 'rules', blocked });
  expect(hints.map(({ action }) => action)).toEqual([{ type: 'allow_host', host: 'a.example.com', port: 443 }]);
});

it('any output gives valid hints in little time, and no control sequence', () => {
  const pieces = fc.constantFrom(
    ...[
      "No module named '",
      'Cannot find module ',
      ': command not found',
      'ENOENT: no such file or directory, open ',
      "'",
    ],
    ...[
      'Could not resolve host: ',
      '\u001b[31m',
      '\u001b]8;;x',
      '\u0007',
      'a'.repeat(2000),
      '\n',
      'EAI_AGAIN',
      '/home/x/',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
      const hints = hintsFor('python', parts.join(''), { code: parts.join('') });
      for (const hint of hints) Hint.parse(hint);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      return hints.length <= maxHints && !/[\u0000-\u001f]/.test(hints.map(({ text }) => text).join(''));
    }),
  );
});

it('reads a bounded part of an output', () => {
  const lines = lastLines(`${'x'.repeat(5000)}\n`.repeat(5000));
  expect(lines.length).toBeLessThan(20);
  expect(Math.max(...lines.map((line) => line.length))).toBe(1000);
  expect(lastLines('x\n'.repeat(100_000))).toHaveLength(300);
});
