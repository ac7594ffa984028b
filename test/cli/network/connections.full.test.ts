/** The report of the connections of a run, and the questions of --ask. */
import { describe, expect, it } from 'vitest';
import { hasTerminal } from '../../support/terminal.ts';
import {
  ended,
  errorReply,
  finished,
  networkEvent,
  reportOf,
  type StubEvent,
  started,
  stubApiOfFile,
  totalOf,
} from './stub-api.ts';

const api = stubApiOfFile();
const exec = (...options: string[]) => ['exec', '--allow', 'example.com', ...options, 'python', 'pass'];

function answerRun(events: AsyncIterable<StubEvent> | StubEvent[], report?: object): void {
  api.answer({
    'POST /api/v1/execute': () => ({ events }),
    ...(report && { 'GET /api/v1/executions/run_1/network': () => ({ body: report }) }),
  });
}

describe('blocked connections', () => {
  it('are reported with --verbose, each with the option that would allow it', async () => {
    const totals = [
      totalOf(),
      totalOf({ host: 'old.example.com', port: 80, reasons: ['port_not_allowed'] }),
      totalOf({ host: 'db.example.com', port: 5432, reasons: ['not_tls'] }),
      totalOf({ host: 'up.example.com', rule: 0, reasons: ['method_not_allowed', 'path_not_allowed'] }),
      totalOf({ host: 'in.example.com', rule: 0, reasons: ['closed_address'] }),
      totalOf({ host: 'ok.example.com', rule: 0, blocked: 0, reasons: [], connections: 2 }),
    ];
    answerRun([started, ended], reportOf(...totals));
    expect(await api.run(exec('--verbose'))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: [
        'strongroom: blocked api.example.com:443: no rule allows this host (--allow api.example.com)',
        'strongroom: blocked old.example.com:80: no rule allows this port (--allow old.example.com/http)',
        'strongroom: blocked db.example.com:5432: the connection is not encrypted with TLS (--allow db.example.com:5432/tcp)',
        'strongroom: blocked up.example.com:443: the rule does not allow this method; the rule does not allow this path (add it to "methods" of the rule in --network-rules)',
        'strongroom: blocked in.example.com:443: its address is not public',
        'strongroom: all connections: strongroom runs network run_1',
        '',
      ].join('\n'),
    });
  });

  it('are not reported without a terminal', async () => {
    answerRun([started, networkEvent('blocked', { reason: 'name_not_allowed' }), ended], reportOf(totalOf()));
    expect(await api.run(exec())).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('come from the events of a run that the history does not keep, also with stored rules', async () => {
    const events = [
      networkEvent('blocked', { reason: 'name_not_allowed' }),
      networkEvent('blocked', { id: 2, reason: 'name_not_allowed' }),
    ];
    answerRun([started, ...events, ended]);
    const { stderr } = await api.run(['exec', '--verbose', 'python', 'pass']);
    expect(stderr).toMatch(/^strongroom: blocked api\.example\.com:443: .+\nstrongroom: all connections: .+\n$/);
  });

  it('cannot act on the terminal, and a name that is no host name is not a part of a command', async () => {
    const host = '\u001b]0;title\u0007\u202e$(reboot)\nstrongroom: fine';
    answerRun([started, ended], reportOf(totalOf({ host }), totalOf({ host: 'b.example' })));
    const { stderr } = await api.run(exec('--verbose'));
    expect(stderr.split('\n')[0]).toBe(
      'strongroom: blocked ␛]0;title␇‹U+202E›$(reboot)␊strongroom: fine:443: no rule allows this host',
    );
    api.answer({
      'GET /api/v1/executions/run_kkkkkkkkkkkkkkkkkkkkkk/network': () => ({ body: reportOf(totalOf({ host })) }),
    });
    const table = await api.run(['runs', 'network', 'run_kkkkkkkkkkkkkkkkkkkkkk']);
    expect(table.stdout).toContain('␛]0;title␇‹U+202E›$(reboot)␊strongroom: fine  443');
    const json = await api.run(['runs', 'network', 'run_kkkkkkkkkkkkkkkkkkkkkk', '--json']);
    for (const hidden of ['\u001b', '\u0007', '\u202e']) expect(json.stdout).not.toContain(hidden);
    expect(JSON.parse(json.stdout).totals[0].host).toBe(host);
  });

  it('are cut to 20 lines', async () => {
    const totals = Array.from({ length: 23 }, (_, index) => totalOf({ host: `h${index}.example` }));
    answerRun([started, ended], reportOf(...totals));
    const lines = (await api.run(exec('--verbose'))).stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(22);
    expect(lines[20]).toBe('strongroom: 3 more hosts or ports were blocked or failed');
  });

  it('are in the JSON of a run with rules, and the field is absent for others', async () => {
    answerRun([started, ended], reportOf(totalOf()));
    expect(JSON.parse((await api.run(exec('--json'))).stdout)).toEqual({
      ...finished,
      network: reportOf(totalOf()),
    });
    expect(JSON.parse((await api.run(['exec', '--json', 'python', 'pass'])).stdout)).toEqual(finished);
  });

  it.skipIf(!hasTerminal)('are reported at a terminal', async () => {
    answerRun([started, ended], reportOf(totalOf()));
    const { shown } = await api.runOnTerminal(exec());
    expect(shown).toContain('blocked api.example.com:443: no rule allows this host (--allow api.example.com)\r\n');
  });
});

describe.skipIf(!hasTerminal)('--ask', () => {
  const decisions = 'POST /api/v1/executions/run_1/network/decisions';
  const decided = () => api.requests.filter(({ path }) => path.endsWith('/decisions')).map(({ body }) => body);
  const question = (target: string) => `Allow the connection to ${target}? [y/N, a = all ports of this host] `;
  const held = (more: object = {}) => networkEvent('held', more);

  /** A run that holds connections, and ends when this number of decisions has arrived. */
  function answerHeld(events: StubEvent[], count: number, decision = () => ({ body: { decided: 1 } as object })): void {
    const answered = Promise.withResolvers<void>();
    async function* run() {
      yield* [started, ...events];
      await answered.promise;
      yield ended;
    }
    answerRun(run(), reportOf());
    api.answer({
      [decisions]: () => {
        if (decided().length >= count) setTimeout(answered.resolve, 100);
        return decision();
      },
    });
  }

  it('asks about one connection after the other, and refuses by default', async () => {
    const events = [held(), held({ id: 2, host: 'b.example' }), held({ id: 3, host: 'c.example' })];
    answerHeld(events, 3);
    const { exitCode, shown } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [
        { after: question('api.example.com:443'), keys: 'y\r' },
        { after: question('b.example:443'), keys: '\r' },
        { after: question('c.example:443'), keys: 'n\r' },
      ],
    );
    expect({ exitCode, shown }).toMatchObject({ exitCode: 0 });
    expect(api.bodyOf('POST', '/api/v1/execute')).toMatchObject({ network: { allow: [], onBlocked: 'ask' } });
    expect(decided()).toEqual([
      { host: 'api.example.com', port: 443, decision: 'allow' },
      { host: 'b.example', port: 443, decision: 'deny' },
      { host: 'c.example', port: 443, decision: 'deny' },
    ]);
  });

  it('allows all further connections of a host after "a", and asks once about a host and port', async () => {
    answerHeld([held(), held({ id: 2 }), held({ id: 3, port: 80 })], 2);
    const { shown } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [{ after: question('api.example.com:443'), keys: 'a\r' }],
    );
    expect(shown.split('Allow the connection')).toHaveLength(2);
    expect(decided()).toEqual([
      { host: 'api.example.com', port: 443, decision: 'allow' },
      { host: 'api.example.com', port: 80, decision: 'allow' },
    ]);
  });

  it('prints the output of the program after the answer', async () => {
    const output = { event: 'stdout', data: { text: 'output of the program\n' } };
    answerHeld([held(), output], 1);
    const { shown } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [{ after: question('api.example.com:443'), keys: 'y\r' }],
    );
    expect(shown.indexOf('output of the program')).toBeGreaterThan(shown.indexOf('Allow the connection'));
  });

  it('withdraws a question whose connection no longer waits, or whose run has ended', async () => {
    const blocked = networkEvent('blocked', { reason: 'denied' });
    async function* run() {
      yield* [started, held()];
      await new Promise((resolve) => setTimeout(resolve, 500));
      yield* [blocked, held({ id: 2, host: 'b.example' })];
      await new Promise((resolve) => setTimeout(resolve, 500));
      yield ended;
    }
    answerRun(run(), reportOf());
    const { exitCode, shown } = await api.runOnTerminal(['exec', '--ask', 'python', 'pass']);
    expect({ exitCode, shown }).toMatchObject({
      exitCode: 0,
      shown: expect.stringContaining(question('b.example:443')),
    });
    expect(decided()).toEqual([]);
  });

  it('reports a host outside of the ceiling with the command that allows it, and refuses the connection', async () => {
    const refusal = errorReply(403, 'network_not_allowed', 'Outside of network.ceiling.');
    answerHeld([held()], 2, () => (decided().length === 1 ? refusal : { body: { decided: 1 } }) as { body: object });
    const { shown } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [{ after: question('api.example.com:443'), keys: 'y\r' }],
    );
    expect(shown).toContain('Allow it with: strongroom network allow api.example.com:443');
    expect(decided().map((body) => (body as { decision: string }).decision)).toEqual(['allow', 'deny']);
  });

  it('ends the run at Ctrl+C', async () => {
    const cancelled = Promise.withResolvers<void>();
    async function* run() {
      yield* [started, held()];
      await cancelled.promise;
      yield { event: 'finished', data: { ...finished, status: 'cancelled', exitCode: null } };
    }
    answerRun(run(), reportOf());
    api.answer({
      'POST /api/v1/executions/run_1/cancel': () => {
        cancelled.resolve();
        return errorReply(409, 'execution_finished', 'Ended.');
      },
    });
    const { exitCode } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [{ after: question('api.example.com:443'), keys: '\u0003' }],
    );
    expect(exitCode).toBe(130);
    expect(decided()).toEqual([]);
  });

  it('shows the name of a host without control characters', async () => {
    answerHeld([held({ host: 'a\u001b[2J.example' })], 1);
    const { shown } = await api.runOnTerminal(
      ['exec', '--ask', 'python', 'pass'],
      [{ after: 'a␛[2J.example:443? ', keys: 'n\r' }],
    );
    expect(shown).not.toContain('\u001b[2J');
  });
});
