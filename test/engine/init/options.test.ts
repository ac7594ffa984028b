/** The options of init: limits and sockets, where the engine cannot set them. */
import { expect, test } from 'vitest';
import { sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitOptions, startInit } from '../../support/init/init-process.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';

/** Runs a shell command and returns its exit code and its output. */
async function outputOf(command: string, options: InitOptions): Promise<{ exitCode: number; output: string }> {
  const init = await startInit(options);
  await init.next('H');
  sendShell(init, command);
  const { exitCode } = JSON.parse((await init.next('X')).payload.toString());
  const output = Buffer.concat(init.frames.filter(({ type }) => type === 'O').map(({ payload }) => payload)).toString();
  init.send(encodeFrame('Z', 0));
  expect(await init.ended).toBe('');
  return { exitCode, output };
}

const openSocket = (family: string) => `python3 -c '
import errno, socket, sys
try: socket.socket(socket.${family}, socket.SOCK_DGRAM if "${family}" != "AF_NETLINK" else socket.SOCK_RAW)
except OSError as error: print(errno.errorcode[error.errno])
else: print("open")'`;

describeWithInit('an option of init', () => {
  test('limits init and its programs, which cannot raise the limits again', async () => {
    const options = ['--limit-core=0', '--limit-fsize=4096', '--limit-nofile=100', '--limit-nproc=500'];
    const limits = await outputOf('ulimit -c; ulimit -n; ulimit -p 2>/dev/null || ulimit -u', { options });
    expect(limits).toEqual({ exitCode: 0, output: '0\n100\n500\n' });
    const { output } = await outputOf('head -c 10000 /dev/zero >large; wc -c <large; ulimit -n 50; ulimit -n', {
      options,
    });
    expect(output).toBe('4096\n50\n');
  });

  test('bounds the processes of its user', async () => {
    // The limit does not hold for the first user of the machine.
    const command = `i=0; while [ $i -lt 50 ]; do sleep 600 & i=$((i+1)); done 2>/dev/null; echo done`;
    const init = await startInit({ options: ['--limit-nproc=20'], offline: { lowestPort: 0 } });
    await init.next('H');
    sendShell(init, command, { limitMs: 5000 });
    expect(JSON.parse((await init.next('X')).payload.toString())).toMatchObject({ timedOut: false });
    const output = init.frames.filter(({ type }) => type === 'O').map(({ payload }) => payload.toString());
    expect(output.join('')).not.toContain('done');
    await init.stop();
  });

  test.each([
    ['AF_INET', 'EAFNOSUPPORT', 'open'],
    ['AF_INET6', 'EAFNOSUPPORT', 'open'],
    ['AF_NETLINK', 'EAFNOSUPPORT', 'open'],
    ['AF_UNIX', 'open', 'open'],
  ])('leaves programs no socket of %s: %s instead of %s', async (family, confined, free) => {
    expect((await outputOf(openSocket(family), { options: ['--local-sockets'] })).output).toBe(`${confined}\n`);
    expect((await outputOf(openSocket(family), {})).output).toBe(`${free}\n`);
  });

  test.each(['--limit-nofile=', '--limit-nofile=-1', '--limit-nofile=1k', '--limit-cpu=1', '--limits=1', '--'])(
    'is refused if init does not know it: %s',
    async (option) => {
      const init = await startInit({ options: [option] });
      expect(JSON.parse((await init.next('B')).payload.toString())).toEqual({ stage: 'boot', error: 'EINVAL' });
      expect(await init.ended).toBe('');
    },
  );
});
