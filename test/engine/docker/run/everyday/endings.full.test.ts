import { beforeAll, expect, test } from 'vitest';
import { describeWithDocker, type Fixture, run } from '../../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../../images/installed-families.ts';
import { filesOf, type JobInput } from '../run-jobs.ts';

const timeoutMs = 30_000;
const hog = 'const all = [];\nfor (;;) all.push(Array.from({ length: 1000 }, (_, index) => ({ index })));';

const smallHeap = { NODE_OPTIONS: '--max-old-space-size=40' };

/** Programs that end otherwise than by their last line, and how the result names that. */
const endings: readonly [what: string, input: JobInput, ending: object][] = [
  ['the heap limit of V8', { language: 'javascript', code: hog, env: smallHeap }, { status: 'out_of_memory' }],
  ['the memory limit', { language: 'javascript', code: hog }, { status: 'out_of_memory' }],
  [
    'the heap limit of V8 in TypeScript',
    { language: 'typescript', code: hog, env: smallHeap },
    { status: 'out_of_memory' },
  ],
  [
    'the heap limit of V8 below Bash',
    { language: 'bash', code: 'cat > hog.js; node --max-old-space-size=40 hog.js', stdin: hog },
    { status: 'out_of_memory', exitCode: 134 },
  ],
  [
    'the heap limit of Java',
    {
      language: 'java',
      code: 'public class Main { public static void main(String[] a) { var all = new java.util.ArrayList<byte[]>(); for (;;) all.add(new byte[1 << 20]); } }',
    },
    { status: 'out_of_memory', exitCode: 1 },
  ],
  [
    'more shared memory than the run may have',
    {
      language: 'python',
      code: 'file = open("/dev/shm/big", "wb")\nfor _ in range(400): file.write(bytes(1 << 20)); file.flush()',
    },
    { status: 'out_of_memory', signal: 'SIGKILL' },
  ],
  ...['SEGV', 'BUS', 'ABRT', 'FPE', 'ILL'].map((name): [string, JobInput, object] => [
    `SIG${name}`,
    { code: `kill -${name} $$` },
    { status: 'failed', exitCode: null, signal: `SIG${name}` },
  ]),
  [
    'a file that was cut while it was mapped',
    {
      language: 'python',
      code: 'import mmap, os\nfile = open("x", "w+b"); file.truncate(8192)\nview = mmap.mmap(file.fileno(), 8192); file.truncate(0)\nview[5000]',
    },
    { status: 'failed', signal: 'SIGBUS' },
  ],
];

/** Each says of its input, output and error output whether it is a terminal. */
const terminalQuestions = {
  python: 'import os; print(*("yes" if os.isatty(fd) else "no" for fd in range(3)))',
  javascript: "console.log(...[0, 1, 2].map((fd) => (require('node:tty').isatty(fd) ? 'yes' : 'no')))",
  typescript: "import { isatty } from 'node:tty'; console.log(...[0, 1, 2].map((fd) => (isatty(fd) ? 'yes' : 'no')))",
  bash: 'echo $(for fd in 0 1 2; do if [ -t $fd ] <&0 1>&$fd; then echo yes; else echo no; fi; done)',
  ruby: 'puts [$stdin, $stdout, $stderr].map { |io| io.tty? ? "yes" : "no" }.join(" ")',
  perl: 'print join(" ", map { -t $_ ? "yes" : "no" } *STDIN, *STDOUT, *STDERR), "\n"',
  php: '<?php echo implode(" ", array_map(fn ($io) => posix_isatty($io) ? "yes" : "no", [STDIN, STDOUT, STDERR])), "\n";',
};

/** Commands that write a line, wait longer than the reader needs, and write another one. */
const pausingWriters = {
  Python: `python3 -c 'import time; print("a"); time.sleep(1.5); print("b")'`,
  Perl: `perl -e 'print "a\n"; sleep 2; print "b\n"'`,
};

describeWithDocker('a program that ends by', suite);

function suite(fixture: () => Fixture): void {
  beforeAll(() => installFamilies(['jvm'], fixture), installLimitMs);
  test.each(endings)('%s is reported with the reason', async (_what, input, ending) => {
    expect(await run(fixture().engine, { timeoutMs, ...input })).toMatchObject(ending);
  });
}

describeWithDocker('an ordinary program', (fixture) => {
  beforeAll(() => installFamilies(['scripting'], fixture), installLimitMs);

  test('may use most of its memory as shared memory', async () => {
    const code = 'head -c 150M /dev/zero > /dev/shm/big && stat -c %s /dev/shm/big';
    expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject({
      stdout: '157286400\n',
      status: 'succeeded',
    });
    const more = 'head -c 400M /dev/zero > /dev/shm/big && stat -c %s /dev/shm/big';
    expect(await run(fixture().engine, { code: more, timeoutMs, memoryMb: 512 })).toMatchObject({
      stdout: '419430400\n',
    });
  });

  test.each(['javascript', 'typescript'])('in %s uses TLS without a warning', async (language) => {
    const code =
      "require('node:tls').createSecureContext(); fetch('https://localhost:8443').catch(() => console.log('done'))";
    const module = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${code}`;
    for (const program of [code, module]) {
      const { stdout, stderr } = await run(fixture().engine, { language, code: program, timeoutMs });
      expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
    }
  });

  test('keeps files apart whose names are not UTF-8', async () => {
    const code = "printf one > $'caf\\xe9'; printf two > $'caf\\xe8'; mkdir $'d\\xff'; printf three > $'d\\xff/é'";
    const result = await run(fixture().engine, { code, timeoutMs });
    expect(result.notices).toEqual([expect.stringContaining('not UTF-8')]);
    const files = filesOf(result);
    expect(files).toEqual({ 'caf\uFFFDE9': 'one', 'caf\uFFFDE8': 'two', 'd\uFFFDFF/é': 'three' });
    const back = await run(fixture().engine, { code: "cat $'caf\\xe9' $'d\\xff/é'", files, timeoutMs });
    expect(back).toMatchObject({ stdout: 'onethree', status: 'succeeded' });
  });

  test('in Bash stops at the first error, also with the line ends of Windows', async () => {
    const code = 'set -e\r\nsource lib.sh\r\ngreet\r\nfalse\r\necho no\r\n';
    const files = { 'lib.sh': 'greet() {\r\n  echo "hi"\r\n}\r\n', 'data.txt': 'a\r\n' };
    expect(await run(fixture().engine, { code, files, timeoutMs })).toMatchObject({
      ...{ status: 'failed', exitCode: 1, stdout: 'hi\n', stderr: '' },
    });
    expect((await run(fixture().engine, { code: 'cat data.txt', files, timeoutMs })).stdout).toBe('a\r\n');
  });

  test.each(Object.entries(terminalQuestions))('in %s has no terminal', async (language, code) => {
    expect(await run(fixture().engine, { language, code, timeoutMs })).toMatchObject({ stdout: 'no no no\n' });
  });

  test.each(Object.entries(pausingWriters))(
    'of %s writes to another program and to a file in blocks',
    async (_what, writer) => {
      const firstRead = `python3 -c 'import os; print(len(os.read(0, 100)), end=" ", flush=True); os.read(0, 100)'`;
      const code = `${writer} | ${firstRead}\n${writer} > out & sleep 0.7; stat -c %s out; wait`;
      expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject({ stdout: '4 0\n' });
    },
  );

  test('resolves localhost and its own name on the public network too', async () => {
    const code = 'getent hosts localhost > /dev/null && getent hosts "$(hostname)" > /dev/null && echo both';
    for (const network of ['none', 'full'] as const)
      expect(await run(fixture().engine, { code, network, timeoutMs })).toMatchObject({ stdout: 'both\n' });
  });
});
