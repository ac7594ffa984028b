import { expect, test } from 'vitest';
import { defaultRange } from '../../src-daemon/engine/user-ids.ts';
import { containersOf, describeWithDocker, type Fixture, jobOf, newEngine, run } from './docker/docker-fixture.ts';
import { needingOne, usingUp } from './docker/sandbox/kernel-limits.ts';
import { openSandbox, shell } from './live/live-fixture.ts';

describeWithDocker('the user id of a container', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  test('is its own: what the kernel counts for each user is not used up by another sandbox', async () => {
    const { engine, docker, instanceId } = fixture();
    const first = startProgram(fixture(), usingUp, 'used up\n');
    const output = await first.reached;
    expect(output).toBe('inotify EMFILE\npending_signal EAGAIN\nmessage_queue EMFILE\nused up\n');
    const [listed] = await containersOf(docker, instanceId);
    const { Config: config } = await docker.getContainer(listed?.Id ?? '').inspect();
    const { stdout, stderr } = await run(engine, { language: 'python', code: needingOne, timeoutMs: 60_000 });
    const [uid, gid] = (config.User ?? '').split(':').map(Number);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d+\nhas one of each\n$/);
    expect(uid).not.toBe(Number(stdout.split('\n', 1)[0]));
    expect(gid).toBe(uid);
    expect(uid).toBeGreaterThanOrEqual(defaultRange.first);
    expect(uid).toBeLessThan(defaultRange.first + defaultRange.count);
    await first.end();
  });

  test('has an entry in /etc/passwd and /etc/group, a home folder and a working directory', async () => {
    const { engine } = fixture();
    const code = [
      'whoami; id -un; id -gn; getent passwd "$(id -u)" | cut -d: -f1,6,7; grep -c ":$(id -u):$(id -u):" /etc/passwd',
      'getent passwd sandbox | cut -d: -f3 | grep -qx "$(id -u)" && getent group sandbox | cut -d: -f3 | grep -qx "$(id -g)" && echo same',
      'getent passwd root nobody | cut -d: -f1,3; echo "$USER $LOGNAME $HOME"; cd && touch .profile && echo ~ ~sandbox',
      'stat -c %U /work /tmp /work/main.sh; touch /work/new; head -n 1 /etc/passwd | cut -d: -f1',
    ].join('\n');
    const lines = [
      ...['sandbox', 'sandbox', 'sandbox', 'sandbox:/tmp:/bin/bash', '1', 'same', 'root:0', 'nobody:65534'],
      ...['sandbox sandbox /tmp', '/tmp /tmp', 'sandbox', 'sandbox', 'sandbox', 'root', ''],
    ];
    const answer = await run(engine, { code });
    expect(answer).toMatchObject({ stdout: lines.join('\n'), stderr: '' });
    const sandbox = await openSandbox(engine);
    const live = await shell(sandbox, code.replace('/work/main.sh', ''));
    expect(live).toMatchObject({ stdout: lines.toSpliced(12, 1).join('\n'), stderr: '' });
    await sandbox.dispose();
  });

  test('has a name that the languages know', async () => {
    const { engine } = fixture();
    const python =
      'import getpass, os, pathlib, pwd; print(getpass.getuser(), pwd.getpwuid(os.getuid()).pw_name, pathlib.Path.home())';
    const javascript = 'const { username, homedir } = require("node:os").userInfo(); console.log(username, homedir)';
    const answers = await Promise.all([
      run(engine, { language: 'python', code: python }),
      run(engine, { language: 'javascript', code: javascript }),
    ]);
    expect(answers.map(({ stdout, stderr }) => stdout + stderr)).toEqual(['sandbox sandbox /tmp\n', 'sandbox /tmp\n']);
  });

  test('is not given to another container, also by another daemon, while the container exists', async () => {
    const { engine, docker, instanceId } = fixture();
    const first = startProgram(fixture(), 'print("up"); import time; time.sleep(60)', 'up\n');
    await first.reached;
    const [listed] = await containersOf(docker, instanceId);
    const { Name: name, Image: image } = await docker.getContainer(listed?.Id ?? '').inspect();
    expect(name).toMatch(/^\/strongroom-user-\d+$/);
    const again = docker.createContainer({ name: name.slice(1), Image: image });
    await expect(again).rejects.toMatchObject({ statusCode: 409 });
    await first.end();
    // The run has ended, but its container may still be there.
    const other = newEngine({ keepsWarm: false });
    await other.engine.start();
    const both = await Promise.all([engine, other.engine].map((each) => run(each, { code: 'id -u' })));
    expect(new Set(both.map(({ stdout }) => stdout)).size).toBe(2);
    await other.engine.stop();
  });
}

/** Starts a Python program that runs until `end`. */
function startProgram({ engine }: Fixture, code: string, mark: string) {
  const reached = Promise.withResolvers<string>();
  const cancel = new AbortController();
  let output = '';
  const onOutput = (_stream: string, chunk: Uint8Array) => {
    output += Buffer.from(chunk).toString();
    if (output.endsWith(mark)) reached.resolve(output);
  };
  const job = jobOf({ language: 'python', code, timeoutMs: 60_000 });
  const running = engine.run(job, { signal: cancel.signal, onOutput });
  void running.then(() => reached.resolve(output), reached.reject);
  const end = async () => {
    cancel.abort();
    await running;
  };
  return { reached: reached.promise, end };
}
