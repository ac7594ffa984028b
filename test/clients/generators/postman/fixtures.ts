import type { Answer } from '../../../support/network/http-send.ts';

/** Sends a request as the user of the collection. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;
type Values = Record<string, string>;

const api = '/api/v1';
const field = ({ json }: Answer, name: string) => String((json as Record<string, unknown>)[name]);

/**
 * By a part of the name of a request, the function that makes what it needs and returns the values of its path and query
 * variables.
 */
const fixtures: readonly [RegExp, (call: Call, name: string) => Promise<Values>][] = [
  [/\/auth\/sessions\/:id/, async (call) => ({ id: await firstId(call, '/auth/sessions', 'sessions') })],
  [
    /\/api-keys\/:id/,
    async (call) => ({ id: field(await call('POST', `${api}/api-keys`, { name: 'mine', scopes: ['execute'] }), 'id') }),
  ],
  [
    /GET \/api\/v1\/events$/,
    async (call) => ({ watch: field(await call('POST', `${api}/events/watches`), 'watchId') }),
  ],
  [/\/executions\/:id\/(cancel|stdin)/, async (call) => ({ id: await waitingRun(call) })],
  [
    /\/executions\/:id/,
    async (call) => ({ id: field(await call('POST', `${api}/execute`, writesFile), 'id'), path: 'a.txt' }),
  ],
  [/\/sandboxes\/:id/, sandboxValues],
  [
    /\/packages\/:language/,
    async (call) => made(await call('POST', `${api}/packages`, { name: 'six' }), { name: 'six' }),
  ],
];
const writesFile = { language: 'bash', code: 'echo a > a.txt' };

/** Makes what a request needs, and returns the values of its variables. */
export async function prepare(call: Call, name: string): Promise<Values> {
  const [, make] = fixtures.find(([pattern]) => pattern.test(name)) ?? [];
  return make === undefined ? {} : await make(call, name);
}

/** Returns the values for what an answer has made. */
function made({ status, text }: Answer, values: Values): Values {
  if (status >= 300) throw new Error(`the fixture was refused with ${status}: ${text}`);
  return values;
}

async function firstId(call: Call, path: string, list: string): Promise<string> {
  const { json } = await call('GET', api + path);
  return (json as Record<string, { id: string }[]>)[list]?.[0]?.id ?? '';
}

/** Starts a run that waits for input, and returns its id. */
async function waitingRun(call: Call): Promise<string> {
  const { text } = await call('POST', `${api}/execute/stream`, {
    language: 'python',
    code: 'input()',
    openStdin: true,
  });
  return idIn(text);
}

/** Returns the first id in an event stream. */
function idIn(text: string): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? '';
}

/** Makes a sandbox with a process, a file and a cell, which has ended. */
async function sandboxValues(call: Call, name: string): Promise<Values> {
  const id = field(await call('POST', `${api}/sandboxes`, { language: 'python' }), 'id');
  const sandbox = `${api}/sandboxes/${id}`;
  for (const file of ['data.csv', 'draft.csv']) await call('PUT', `${sandbox}/files/${file}`, Buffer.from('a\n'));
  const values: Values = { id, path: name.startsWith('PUT') ? 'new.csv' : 'data.csv' };
  if (name.includes(':pid')) {
    const process = await call('POST', `${sandbox}/processes`, { command: ['cat'], background: true });
    values.pid = field(process, 'pid');
  }
  if (name.includes(':cid')) {
    const { text } = await call('POST', `${sandbox}/contexts/default/cells/stream`, { code: '1' });
    values.cell = idIn(text);
  }
  if (name.endsWith('/resume')) await call('POST', `${sandbox}/pause`);
  return values;
}
