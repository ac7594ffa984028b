import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, newEngine } from '../docker/docker-fixture.ts';
import { startKernel } from './kernel-client.ts';
import { disposeAfterEach, openSandbox, start } from './live-fixture.ts';

const interruptSignal = 2;

const languages = [
  { language: 'python', set: 'x = 41', get: 'x + 1', result: '42', loop: 'while True: pass', print: 'print("hello")' },
  { language: 'javascript', set: 'const x = 41', get: 'x + 1', result: '42', print: 'console.log("hello")' },
  {
    language: 'typescript',
    set: 'const x: number = 41',
    get: 'x + 1',
    result: '42',
    print: 'console.log("hello" as string)',
  },
  { language: 'bash', set: 'x=41', get: 'echo $((x + 1))', loop: 'while :; do :; done', print: 'echo hello' },
];

describeWithDocker('a kernel in a live sandbox', suite);

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test.each(languages)('of $language keeps its state between cells and over a pause', async (cells) => {
    const { language, set, get, result, print } = cells;
    const sandbox = await openSandbox(fixture().engine, { language });
    const kernel = await startKernel(sandbox, language);
    expect(await kernel.run(set)).toMatchObject({ status: 'ok' });
    await sandbox.pause();
    await sandbox.resume();
    expect(await kernel.run(get)).toMatchObject(result === undefined ? { status: 'ok' } : { status: 'ok', result });
    if (result === undefined) expect(kernel.output()).toBe('42\n');
    const before = kernel.output().length;
    await kernel.run(print);
    expect(kernel.output().slice(before)).toBe('hello\n');
  });

  test.each(languages.filter(({ loop }) => loop !== undefined))(
    'of $language is interrupted by a signal',
    async (of) => {
      const sandbox = await openSandbox(fixture().engine, { language: of.language });
      const kernel = await startKernel(sandbox, of.language);
      await kernel.run(of.set);
      const id = await kernel.send(of.loop ?? '');
      await new Promise((resolve) => setTimeout(resolve, 300));
      kernel.kernel.signal(interruptSignal);
      expect((await kernel.done(id)).status).toBe('interrupted');
      expect((await kernel.run(of.get)).status).toBe('ok');
    },
  );

  test.each(languages)('of $language has booted before it is requested, and a second one boots then', async (cells) => {
    const sandbox = await openSandbox(fixture().engine, { language: cells.language });
    const { process } = await start(sandbox, ['/bin/true']);
    const env = { GREETING: 'hello' };
    const first = await startKernel(sandbox, cells.language, env);
    expect(first.kernel.pid).toBeLessThan(process.pid);
    const second = await startKernel(sandbox, cells.language);
    expect(second.kernel.pid).toBeGreaterThan(process.pid);
    await first.run(cells.set);
    expect((await second.run(cells.set)).status).toBe('ok');
    first.kernel.kill();
    expect(await first.kernel.ended).toMatchObject({ signal: 'SIGKILL' });
    expect((await second.run(cells.get)).status).toBe('ok');
  });

  test('has its variables, those that its interpreter reads while it boots among them', async () => {
    const sandbox = await openSandbox(fixture().engine, { language: 'python' });
    const fresh = await startKernel(sandbox, 'python', { PYTHONHASHSEED: '0', GREETING: 'hello' });
    const code = 'import os; (os.environ["GREETING"], os.environ["PYTHONHASHSEED"], os.environ["HOME"])';
    expect((await fresh.run(code)).result).toBe("('hello', '0', '/tmp')");
    expect((await fresh.run('[name for name in os.environ if "STRONGROOM" in name]')).result).toBe('[]');
    const waiting = await startKernel(sandbox, 'python', { GREETING: 'again' });
    expect((await waiting.run('import os; os.environ["GREETING"]')).result).toBe("'again'");
    expect((await waiting.run('[name for name in os.environ if "STRONGROOM" in name]')).result).toBe('[]');
  });

  test('of a language without one is refused', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await expect(startKernel(sandbox, 'ruby')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('waits in a warm sandbox after the first use of its language, and not before', async () => {
    const { docker } = fixture();
    const { engine, instanceId } = newEngine({ keepsWarm: true });
    await engine.start();
    const live = async () =>
      (await containersOf(docker, instanceId)).filter(({ Command }) => Command.includes('kernels/bash'));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await live()).toEqual([]);
    const first = await openSandbox(engine);
    await first.dispose();
    await until(async () => (await live()).length === 1);
    const [warm] = await live();
    const hasKernel = async () => (await docker.getContainer(warm?.Id ?? '').top()).Processes.length > 1;
    await until(() => hasKernel().catch(() => false));
    // The engine still waits for the hello of its init.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const taken = await openSandbox(engine, { memoryMb: 768 });
    const kernel = await startKernel(taken, 'bash');
    expect((await kernel.run('echo warm')).status).toBe('ok');
    const inspected = await docker.getContainer(warm?.Id ?? '').inspect();
    expect(inspected.HostConfig.Memory).toBe(768 * 1024 * 1024);
    await engine.stop();
  });
}
