import { beforeAll, expect, it } from 'vitest';
import { type RunEvent, Strongroom } from '../../../clients/typescript/src/index.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { startCuttingProxy } from '../../support/network/cutting-proxy.ts';

const daemon = testDaemonOfFile();
let apiKey: string;
let client: Strongroom;

beforeAll(async () => {
  ({ apiKey } = await daemon().newUser());
  client = new Strongroom({ url: daemon().url, apiKey });
});

/** Prints a line, then waits for its input to end. */
const slow = { language: 'bash', code: 'echo begun; sleep 30; echo ended' };

async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const textOf = (events: RunEvent[]) =>
  events.map((event) => (event.event === 'stdout' ? event.data.text : '')).join('');

describeWithEngine('a run', () => {
  it('returns the result, with every character of its input', async () => {
    const text = 'naïve 日本語 🔐\n';
    const result = await client.run({
      language: 'python',
      code: 'import sys, os; sys.stdout.write(sys.stdin.read() + sys.argv[1] + os.environ["NAME"]); sys.exit(3)',
      stdin: text,
      args: ['é'],
      env: { NAME: '№' },
    });
    expect(result).toMatchObject({ status: 'failed', exitCode: 3, stdout: `${text}é№`, stderr: '' });
  });

  it('returns output that is cut at 1 MiB', async () => {
    const result = await client.run({ language: 'python', code: 'print("x" * 3_000_000)' });
    expect(result).toMatchObject({ status: 'succeeded', stdoutTruncated: true });
    expect(result.stdout.length).toBe(1024 * 1024);
  });

  it('streams its events in their order', async () => {
    const events = await collect(
      client.stream({ language: 'bash', code: 'echo out; echo err >&2; printf %s é > result.txt' }),
    );
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event }) => event).filter((name) => name !== 'stderr' && name !== 'stdout')).toEqual([
      'started',
      'file',
      'finished',
    ]);
    const last = events.at(-1);
    expect(last).toMatchObject({ event: 'finished', data: { status: 'succeeded', stdout: 'out\n', stderr: 'err\n' } });
    const id = last?.event === 'finished' ? last.data.id : '';
    expect(new TextDecoder().decode(await client.executions.file(id, 'result.txt'))).toBe('é');
    expect(await client.executions.get(id)).toMatchObject({ id, status: 'succeeded', request: { language: 'bash' } });
    expect((await client.executions.list({ limit: 1 })).executions).toMatchObject([{ id }]);
  });

  it('gets input in parts while it runs, which can answer what it prints', async () => {
    const code = 'import sys\nfor line in sys.stdin.buffer: sys.stdout.write(f"{line} ")';
    async function* parts() {
      yield 'é\n';
      yield Uint8Array.of(0, 255, 10);
    }
    const result = await client.run({ language: 'python', code, stdin: parts() });
    expect(result).toMatchObject({ status: 'succeeded', stdout: "b'\\xc3\\xa9\\n' b'\\x00\\xff\\n' " });
    let answer: (text: string) => void = () => undefined;
    const asked = new Promise<string>((resolve) => {
      answer = resolve;
    });
    async function* dialogue() {
      yield `${await asked}\n`;
    }
    const greet = { language: 'python', code: 'print("hello", input("name? "))', stdin: dialogue() };
    const events: RunEvent[] = [];
    for await (const event of client.stream(greet)) {
      events.push(event);
      if (event.event === 'stdout' && event.data.text.includes('name?')) answer('Ada');
    }
    expect(textOf(events)).toBe('name? hello Ada\n');
  });

  it('ends before its input does, or fails with it', async () => {
    async function* endless() {
      while (true) yield new Uint8Array(64 * 1024);
    }
    const result = await client.run({ language: 'bash', code: 'exit 3', stdin: endless() });
    expect(result).toMatchObject({ exitCode: 3 });
    async function* broken() {
      yield 'first\n';
      throw new Error('no more input');
    }
    const failing = client.run({ language: 'bash', code: 'sleep 30', stdin: broken() });
    await expect(failing).rejects.toThrow('no more input');
    expect((await client.executions.list({ limit: 1 })).executions).toMatchObject([{ status: 'cancelled' }]);
  });

  it('is cancelled when the caller aborts', async () => {
    const abort = new AbortController();
    const seen: RunEvent[] = [];
    const reading = (async () => {
      for await (const event of client.stream(slow, { signal: abort.signal })) {
        seen.push(event);
        if (event.event === 'stdout') abort.abort(new Error('no longer needed'));
      }
    })();
    await expect(reading).rejects.toThrow('no longer needed');
    expect(seen.map(({ event }) => event)).toEqual(['started', 'stdout']);
    expect((await client.executions.list({ limit: 1 })).executions).toMatchObject([{ status: 'cancelled' }]);
  });

  it('is cancelled when the caller leaves the loop', async () => {
    for await (const { event } of client.stream(slow)) if (event === 'stdout') break;
    expect((await client.executions.list({ limit: 1 })).executions).toMatchObject([{ status: 'cancelled' }]);
  });

  it('is cancelled by its id, and then says so in its stream', async () => {
    let result: RunEvent | undefined;
    let cancelled: Promise<unknown> | undefined;
    for await (const event of client.stream(slow)) {
      if (event.event === 'started') cancelled = client.executions.cancel(event.data.id);
      result = event;
    }
    expect(await cancelled).toMatchObject({ status: 'cancelled' });
    expect(result).toMatchObject({ event: 'finished', data: { status: 'cancelled' } });
  });

  it('continues after a dropped connection without a lost or repeated event', async () => {
    const proxy = await startCuttingProxy(daemon().url);
    proxy.cutAt.push('"text":"1', '"text":"4');
    const through = new Strongroom({ url: proxy.url, apiKey });
    const code = 'for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done';
    const events = await collect(through.stream({ language: 'bash', code }));
    expect(textOf(events)).toBe('1\n2\n3\n4\n5\n6\n');
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(proxy.cutAt).toEqual([]);
    expect(proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/execute/stream',
      ...Array(2).fill(expect.stringMatching(/^GET \/api\/v1\/executions\/run_[\w-]+\/events$/)),
    ]);
  });

  it('fails when no daemon answers', async () => {
    const proxy = await startCuttingProxy(daemon().url);
    await proxy.close();
    const away = new Strongroom({ url: proxy.url, apiKey });
    await expect(away.run(slow)).rejects.toMatchObject({ code: 'connection_failed', status: undefined });
  });
});
