import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface BenchTarget {
  url: string;
  apiKey: string;
}

export interface BenchSandbox {
  id: string;
  /** Runs a cell of the default context and returns the text of its result. */
  runCell(code: string): Promise<string>;
  /** Runs a command and returns its exit code. */
  runCommand(...command: string[]): Promise<number | null>;
  /** Uploads a file and returns the size that the sandbox reports. */
  upload(file: string, path: string): Promise<number>;
  /** Memory of the container in MiB. */
  memoryMib(): Promise<number>;
  remove(): Promise<void>;
}

/** Method, and path below the sandboxes. */
type Operation = readonly [method: string, path: string];

interface CellAnswer {
  status: string;
  outputs: { kind: string; data: Record<string, string> }[];
}

/** Creates a sandbox through the API. `options` are the body of the request. */
export async function createBenchSandbox(target: BenchTarget, options: object = {}): Promise<BenchSandbox> {
  const { id } = (await call(target, ['POST', ''], options)) as { id: string };
  const ask = (method: string, path: string, body?: object) => call(target, [method, `/${id}${path}`], body);
  return {
    id,
    runCell: async (code) => {
      const { status, outputs } = (await ask('POST', '/contexts/default/cells', { code })) as CellAnswer;
      if (status !== 'succeeded') throw new Error(`a cell has the status ${status}`);
      return outputs.find(({ kind }) => kind === 'result')?.data['text/plain'] ?? '';
    },
    runCommand: async (...command) =>
      ((await ask('POST', '/processes', { command })) as { exitCode: number | null }).exitCode,
    upload: async (file, path) => {
      const outgoing = open(target, ['PUT', `/${id}/files/${path}`], 'application/octet-stream');
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), outgoing);
      return ((await readAnswer((await answered)[0])) as { size: number }).size;
    },
    memoryMib: async () => {
      const { usage } = (await ask('GET', '')) as { usage?: { memoryBytes: number } };
      return (usage?.memoryBytes ?? Number.NaN) / 2 ** 20;
    },
    remove: async () => void (await ask('DELETE', '')),
  };
}

/** Uses a new connection for each request, as most programs do. */
function open({ url, apiKey }: BenchTarget, [method, path]: Operation, type: string): ClientRequest {
  const headers = { 'content-type': type, 'x-api-key': apiKey };
  return request(new URL(`/api/v1/sandboxes${path}`, url), { method, agent: false, headers });
}

async function call(target: BenchTarget, operation: Operation, body?: object): Promise<unknown> {
  const outgoing = open(target, operation, 'application/json');
  outgoing.end(body && JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return readAnswer(response);
}

async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const text = Buffer.concat(await response.toArray()).toString();
  if ((response.statusCode ?? 500) >= 300) throw new Error(text);
  return text === '' ? undefined : JSON.parse(text);
}
