import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { runPython } from './run-python.ts';

const daemon = testDaemonOfFile();
let apiKey: string;
const run = (script: string) => runPython(script, { url: daemon().url, apiKey });

beforeAll(async () => {
  ({ apiKey } = await daemon().newUser());
});

describe('the client', () => {
  it('sets, lists and deletes secrets, packages and encrypted code', async () => {
    expect(
      await run(`
show(client.secrets.set("TOKEN", value="the first value")["version"])
show(client.secrets.set("TOKEN", value="another", description="é")["version"])
show([secret["description"] for secret in client.secrets.list()])
show(client.secrets.delete("TOKEN"))
show([client.packages.set([]), client.packages.wait()])
show(error_of(lambda: client.packages.remove("javascript", "@scope/none"))["code"])
show(client.vault.save("a b", master_password="a password", language="python", code="print('é')")["stored"])
payload = client.vault.read("a b")["encryptedPayload"]
client.vault.store("copy", language="python", encryptedPayload=payload)
show([code["name"] for code in client.vault.list()])
show([one["revision"] for one in client.vault.revisions("copy")])
client.vault.delete("a b")
show(error_of(lambda: client.vault.read("a b"))["code"])
`),
    ).toEqual([...[1, 2, ['é'], null, [[], []], 'package_not_found', true, ['a b', 'copy'], [1], 'code_not_found']]);
  });

  it('reads the audit log, the health and the languages, and calls any other operation', async () => {
    expect(
      await run(`
show(len(client.audit.list(limit=2)["logs"]))
show(client.audit.verify()["verdict"])
show("action" in client.audit.export(format="csv").splitlines()[0])
show(client.health()["database"])
show("python" in [language["id"] for language in client.languages()])
show("limits" in client.request("GET /api/v1/settings"))
`),
    ).toEqual([2, 'intact', true, 'ok', true, true]);
  });

  it('uses the socket of the daemon', async () => {
    const { socketPath } = daemon().daemon;
    expect(await run(`show(Strongroom(socket_path=${JSON.stringify(socketPath)}).secrets.list())`)).toEqual([[]]);
  });
});

describe('an error', () => {
  it('has its code, its status and the invalid fields, and never the key', async () => {
    const [refused, wrong, text] = await run(`
show(error_of(lambda: client.secrets.set("1 bad name", value="")))
import traceback
stranger = Strongroom(api_key="srk_wrong_key_that_stays_secret")
show(error_of(lambda: stranger.run(language="python", code="")))
try:
    stranger.secrets.list()
except StrongroomError:
    show(traceback.format_exc() + repr(stranger))
`);
    expect(refused).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(refused.details.map(({ path }: { path: string }) => path)).toEqual(['name', 'value']);
    expect(wrong).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(text).toContain('unauthorized');
    expect(text).not.toContain('srk_wrong');
  });

  it('has the time of Retry-After', async () => {
    const errors = await run(`
body = {"email": "none@example.com", "password": "a wrong password"}
for _ in range(6):
    show(error_of(lambda: client.request("POST /api/v1/auth/login", body=body)))
`);
    expect(errors[0]).toMatchObject({ code: 'invalid_credentials', retry_after_ms: null });
    expect(errors.at(-1)).toMatchObject({ code: 'rate_limited', status: 429, retry_after_ms: expect.any(Number) });
  });

  it('is raised for options and names that cannot be used, without repeating them', async () => {
    const texts = await run(`
for options in [{"url": "x"}, {"url": "http://a:hidden@127.0.0.1"}, {"url": "http://example.com"}, {"api_key": "hidden\\nkey"}]:
    try:
        Strongroom(**options)
    except StrongroomError as error:
        show(str(error))
for name in ["", ".", ".."]:
    show(error_of(lambda: client.secrets.delete(name))["code"])
show(error_of(lambda: client.executions.file("run_1", "a/../b"))["code"])
`);
    expect(texts.splice(4)).toEqual(Array(4).fill('invalid_argument'));
    expect(texts).toHaveLength(4);
    expect(texts.join()).not.toContain('hidden');
  });

  it('of a full queue is repeated for safe calls only, and a redirection is not followed', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (request.url === '/api/v1/health') return response.writeHead(307, { location: '/elsewhere' }).end();
      if (seen.length === 2) return response.end('{"secrets":[]}');
      const error = { code: 'queue_full', message: 'The queue is full.', requestId: 'req_1' };
      return response.writeHead(429, { 'retry-after': '0' }).end(JSON.stringify({ error }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const script = `
show(client.secrets.list())
show(error_of(lambda: client.run(language="bash", code="")))
show(error_of(lambda: Strongroom(retries=0).secrets.list())["code"])
show(error_of(client.health)["code"])
`;
    expect(await runPython(script, { url, apiKey: 'key' })).toEqual([
      [],
      { code: 'queue_full', status: 429, details: [], retry_after_ms: 0 },
      'queue_full',
      'unexpected_answer',
    ]);
    server.close();
    expect(seen).toEqual([
      ...['GET /api/v1/secrets', 'GET /api/v1/secrets', 'POST /api/v1/execute/stream', 'GET /api/v1/secrets'],
      'GET /api/v1/health',
    ]);
  });

  it('is raised when no daemon answers', async () => {
    expect(
      await runPython('show(error_of(client.health))', { url: 'http://127.0.0.1:1', apiKey: 'key' }),
    ).toMatchObject([{ code: 'connection_failed', status: null }]);
  });
});
