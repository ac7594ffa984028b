import { beforeAll, expect, test } from 'vitest';
import { describeWithDocker, jobOf, run } from '../docker-fixture.ts';
import { filesOf } from '../run/run-jobs.ts';
import { drillProgram, drills } from './escape-drills.ts';

describeWithDocker('the sandbox denies a program', (fixture) => {
  const refusals = new Map<string, string>();
  beforeAll(async () => {
    const { stdout, stderr } = await run(fixture().engine, { language: 'python', code: drillProgram(drills) });
    expect(stderr).toBe('');
    for (const [index, line] of stdout.trim().split('\n').entries()) refusals.set(drills[index]?.what ?? '', line);
  });

  test.each(drills)('$what', ({ what, refusal }) => {
    expect(refusals.get(what)).toMatch(refusal);
  });
});

describeWithDocker('a hostile program', (fixture) => {
  test('has no open file descriptor except its three standard streams', async () => {
    const code = 'for fd in /proc/self/fd/*; do readlink $fd; done; cat /proc/$$/fdinfo/3';
    const { stdout, stderr } = await run(fixture().engine, { code });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/\d+/g, 'N')),
    ).toEqual(['pipe:[N]', 'pipe:[N]', 'pipe:[N]']);
    expect(stderr).toContain('No such file');
  });

  test.runIf(process.arch === 'x64')('is killed when it makes a 32-bit system call, whose numbers differ', async () => {
    const code = `
import ctypes, mmap
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
for instructions in ('b814000000 c3', 'b814000000 cd80 c3'):  # mov eax, 20 (getpid); [int 0x80;] ret
  page.seek(0)
  page.write(bytes.fromhex(instructions))
  print(function(), flush=True)`;
    const result = await run(fixture().engine, { language: 'python', code });
    expect(result).toMatchObject({ status: 'failed', stdout: '20\n' });
    // A kernel without 32-bit emulation has no handler of this interrupt, so the instruction itself faults.
    expect(result.signal).toMatch(/^(SIGSYS|SIGSEGV)$/);
  });

  test('gains no rights with a set-user-id file that it made', async () => {
    const code =
      'cp /usr/bin/id /work/id; chmod 6755 /work/id; [ "$(/work/id -u)" = "$(id -u)" ] && echo same; find / -xdev -perm /6000 -type f 2>/dev/null';
    expect((await run(fixture().engine, { code })).stdout).toBe('same\n');
  });

  test('cannot forge a frame: all that it writes is output', async () => {
    const code = `
import struct, sys
for kind in b'HSKXBF':
  frame = bytes(16) + bytes([kind]) + struct.pack('>I', 2) + b'{}'
  sys.stdout.buffer.write(struct.pack('>BxxxI', 1, len(frame)) + frame)
sys.stdout.buffer.flush()
sys.exit(9)`;
    const result = await run(fixture().engine, { language: 'python', code });
    expect(result).toMatchObject({ status: 'failed', exitCode: 9, files: [] });
    expect(result.stdout).toHaveLength(6 * (8 + 16 + 1 + 4 + 2));
  });

  test('returns no foreign file by links, pipes or sparse files', async () => {
    const code = `
ln -s /etc/passwd shadow; ln -s /proc/self/environ env; ln -s /proc/1/environ init; ln -s / root; ln -s /work/shadow twice
mkfifo pipe; truncate -s 60M sparse; mkdir -p deep/er; ln -s ../../../etc deep/er/etc; echo mine > deep/er/mine`;
    const result = await run(fixture().engine, { code, env: { TOKEN: 'hunter2' } });
    expect(filesOf(result)).toEqual({ 'deep/er/mine': 'mine\n' });
    // The sparse file is larger than the limit of all returned files.
    expect(result.filesOmitted).toEqual({ count: 0, size: 1, unreadable: 0 });
  });

  test('sees no process, environment or file of a concurrent run', async () => {
    const { engine } = fixture();
    const up = Promise.withResolvers<void>();
    const cancel = new AbortController();
    const code = 'echo secret > /tmp/neighbour; echo secret > /dev/shm/neighbour; echo up; exec -a neighbour sleep 60';
    const neighbour = engine.run(jobOf({ code, env: { TOKEN: 'hunter2-neighbour' } }), {
      signal: cancel.signal,
      onOutput: () => up.resolve(),
    });
    await up.promise;
    const look =
      'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n"; find / -name neighbour 2>/dev/null';
    const { stdout } = await run(engine, { code: look });
    cancel.abort();
    await neighbour;
    expect(stdout).toContain('PATH=');
    expect(stdout).not.toContain('neighbour');
  });

  test('finds nothing of the previous run: no file, no shared memory, no process', async () => {
    const { engine } = fixture();
    const leave = `
import ctypes, os, subprocess
for path in ('/tmp/left', '/work/left', '/dev/shm/left'): open(path, 'w').write('left')
lib = ctypes.CDLL(None)
print(lib.shmget(0x5152, 4096, 0o1666) >= 0)
subprocess.Popen(['sleep', '600'], start_new_session=True)`;
    expect((await run(engine, { language: 'python', code: leave })).stdout).toBe('True\n');
    const look = `
import ctypes, glob
lib = ctypes.CDLL(None)
print(lib.shmget(0x5152, 4096, 0o666), glob.glob('/tmp/*') + glob.glob('/dev/shm/*') + glob.glob('/work/left'))
print([p for p in glob.glob('/proc/[0-9]*/cmdline') if b'sleep' in open(p, 'rb').read()])`;
    expect((await run(engine, { language: 'python', code: look })).stdout).toBe('-1 []\n[]\n');
  });
});
