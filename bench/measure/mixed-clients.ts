import type { BareDaemon } from './bench-daemon.ts';

export interface ClientCounts {
  /** Finished requests by what they did. */
  done: Map<string, number>;
  /** Answers other than 2xx by status: a full queue refuses with 429. */
  refused: Map<number, number>;
}

/** Printed by a program, so that the request stays small. */
const largeOutput = 'print("\\n".join("%06d " % i + "x" * 120 for i in range(8200)))';
const shown = 4;

const acts = {
  python: (api: Api) => api.execute('python', 'print(6*7)'),
  javascript: (api: Api) => api.execute('javascript', 'console.log(6*7)'),
  bash: (api: Api) => api.execute('bash', 'echo 42'),
  mebibyte: (api: Api) => api.execute('python', largeOutput),
  history: (api: Api) => api.request('GET', '/api/v1/executions?limit=50'),
  secrets: async (api: Api) => {
    await api.request('PUT', `/api/v1/secrets/BENCH_${api.client}`, { value: 'x'.repeat(2000) });
    return api.request('GET', '/api/v1/secrets');
  },
  vault: (api: Api) => api.request('GET', '/api/v1/zk/code'),
  // Left after the first events, as a page that is closed.
  stream: (api: Api) => api.stream('bash', 'for i in 1 2 3 4 5; do echo $i; sleep 0.1; done'),
};

type Api = ReturnType<typeof createApi>;

/** Clients that use a daemon at the same time until `until` (epoch ms), each doing one thing after the other. */
export async function runMixedClients(daemon: BareDaemon, clients: number, until: number): Promise<ClientCounts> {
  const counts: ClientCounts = { done: new Map(), refused: new Map() };
  await Promise.all(
    Array.from({ length: clients }, (_, client) => runClient(createApi(daemon, client), until, counts)),
  );
  return counts;
}

async function runClient(api: Api, until: number, { done, refused }: ClientCounts): Promise<void> {
  const names = Object.keys(acts) as (keyof typeof acts)[];
  for (let step = api.client; Date.now() < until; step++) {
    const name = names[step % names.length] ?? 'python';
    const status = await acts[name](api);
    if (status < 300) done.set(name, (done.get(name) ?? 0) + 1);
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  }
}

function createApi({ url, apiKey }: BareDaemon, client: number) {
  const send = (method: string, path: string, { body, headers = {}, signal }: Sent) =>
    fetch(new URL(path, url), {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });

  async function request(method: string, path: string, body?: object): Promise<number> {
    const response = await send(method, path, { body });
    await response.arrayBuffer();
    return response.status;
  }

  /** Reads the first events and closes the connection. */
  async function stream(language: string, code: string): Promise<number> {
    const leaving = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const body = { language, code };
    const response = await send('POST', '/api/v1/execute', { body, headers, signal: leaving.signal });
    let chunks = 0;
    for await (const _ of response.body ?? []) if (++chunks === shown) break;
    leaving.abort();
    return response.status;
  }

  return {
    client,
    request,
    stream,
    execute: (language: string, code: string) => request('POST', '/api/v1/execute', { language, code }),
  };
}

interface Sent {
  body?: object | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
