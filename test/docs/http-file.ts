/** Reads and sends the requests of a `.http` file, as the HTTP client of JetBrains does. */
import { runInNewContext } from 'node:vm';

export interface HttpFileRequest {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The program that runs with the response. */
  handler: string | undefined;
}

export interface Reply {
  name: string;
  status: number;
  text: string;
  /** Names of the tests of the handler that passed. */
  passed: string[];
}

/** Reads requests that `###` separates: a line with method and URL, headers, a blank line, a body and `> {% handler %}`. */
export function parseHttpFile(source: string): HttpFileRequest[] {
  return source.split(/^###/m).slice(1).map(parseRequest);
}

function parseRequest(source: string): HttpFileRequest {
  const [, request = '', handler] = /^([\s\S]*?)(?:^> \{%([\s\S]*?)^%\}\s*)?$(?![\s\S])/m.exec(source) ?? [];
  const [name = '', requestLine = '', ...rest] = request.split('\n');
  const [method = '', url = ''] = requestLine.trim().split(/ +/);
  const blank = rest.indexOf('');
  const headers = rest.slice(0, blank === -1 ? undefined : blank).map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const body = blank === -1 ? '' : rest.slice(blank).join('\n').trim();
  return { name: name.trim(), method, url, headers: Object.fromEntries(headers), body: body || undefined, handler };
}

/** Sends the requests in order. `variables` are those of the environment; handlers add others. */
export async function sendHttpFile(source: string, variables: Record<string, string>): Promise<Reply[]> {
  const known = { ...variables };
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (known[name] === undefined) throw new Error(`the variable ${name} is not set`);
      return known[name];
    });
  const replies: Reply[] = [];
  for (const { name, method, url, headers, body, handler } of parseHttpFile(source)) {
    const filled = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)]));
    const sent = { method, headers: filled, ...(body !== undefined && { body: fill(body) }) };
    const response = await fetch(fill(url), sent);
    const text = await response.text();
    const passed = handler === undefined ? [] : handle(handler, { status: response.status, text, known });
    replies.push({ name, status: response.status, text, passed });
  }
  return replies;
}

/** Runs a handler with the objects `client` and `response` of JetBrains. @throws Error if one of its tests fails */
function handle(
  handler: string,
  { status, text, known }: { status: number; text: string; known: Record<string, string> },
): string[] {
  const passed: string[] = [];
  const client = {
    global: {
      set: (name: string, value: string) => {
        known[name] = value;
      },
    },
    assert: (isTrue: boolean, message: string) => {
      if (!isTrue) throw new Error(message);
    },
    test: (name: string, check: () => void) => {
      check();
      passed.push(name);
    },
  };
  runInNewContext(handler, { client, response: { status, body: JSON.parse(text) } });
  return passed;
}
