/** Every answer has a media type that the OpenAPI document names for its status. */
import { supportedMimeTypes } from 'file-type';
import { types } from 'mime-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src-daemon/work/media-type.ts';
import { exportAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { readOpenApi } from '../../../src-shared/contracts/service.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { sendingOf } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type Answer, send } from '../../support/network/http-send.ts';

type Responses = Record<string, { content?: Record<string, unknown> }>;
type OpenApi = { paths: Record<string, Record<string, { responses: Responses }>> };

const daemon = testDaemonOfFile();
let document: OpenApi;
beforeAll(async () => {
  document = (await daemon().client.call(readOpenApi)) as unknown as OpenApi;
});

function documentedTypes({ method, path }: EndpointSpec, status: number): string[] {
  const operation = document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return Object.keys(operation?.responses[String(status)]?.content ?? {});
}

function isAmong(documented: readonly string[], type: string): boolean {
  return documented.includes(type) || documented.includes(`${type.split('/')[0]}/*`);
}

/** Returns what is wrong with the media type of an answer; undefined if it is correct. */
function faultOf(spec: EndpointSpec, { status, headers }: Answer): string | undefined {
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  const documented = documentedTypes(spec, status);
  const isFine = type === '' ? documented.length === 0 : isAmong(documented, type);
  return isFine ? undefined : `${spec.method} ${spec.path} answers ${status} ${type || 'nothing'}, not ${documented}`;
}

describe('the media type', () => {
  it('of every answer to every operation is documented', async () => {
    const user = await daemon().newUser();
    const specs = daemon().daemon.app.mounted.toSorted(
      (a, b) => Number(a.method > b.method) - Number(a.method < b.method),
    );
    const faults: unknown[] = [];
    const seen = new Set<number>();
    for (const spec of specs) {
      // A stream without an end: its media type is looked at elsewhere.
      if (spec.stream?.always) continue;
      const client = spec.access === 'session' ? user.session : user.client;
      const answer = await send(daemon().url, sendingOf(spec, { ...(spec.body && { body: {} }) }, client.credential));
      seen.add(answer.status);
      faults.push(faultOf(spec, answer));
    }
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404]));
  });

  it.each(['jsonl', 'csv'])('of the audit log as %s is documented', async (format) => {
    const { client } = await daemon().newUser();
    const answer = await client.answer(exportAuditLog, { query: { format } });
    expect([answer.status, faultOf(exportAuditLog, answer)]).toEqual([200, undefined]);
  });

  it('of a file is documented, whatever it is taken for', async () => {
    const named = await Promise.all(
      Object.keys(types).map(async (extension) => (await mediaTypeOf(`a.${extension}`, Buffer.from('x'))).mediaType),
    );
    const known = [
      ...supportedMimeTypes,
      ...named,
      'text/html',
      'image/svg+xml',
      'text/csv',
      'application/octet-stream',
    ];
    const documented = documentedTypes(readExecutionFile, 200);
    expect(known.filter((type) => !isAmong(documented, type))).toEqual([]);
    expect(documented).toEqual(expect.arrayContaining(['application/octet-stream', 'image/png', 'text/csv']));
  });
});

describeWithEngine('the media type of a file that a program left', () => {
  it('is documented', async () => {
    const { client } = await daemon().newUser();
    const code = `printf 'a,b\\n1,2\\n' > t.csv; echo '<!doctype html><p>' > p.html; echo hi > x.txt; echo '{}' > j.json
echo '<svg xmlns="http://www.w3.org/2000/svg"/>' > s.svg; printf 'b\\0in' > b.bin; echo hi | gzip > z.gz
printf '\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\rIHDR' > i.png; printf '%%PDF-1.7\\n\\0' > d.pdf`;
    const { id, files } = await client.call(execute, { body: { language: 'bash', code } });
    const answers = await Promise.all(
      files.map(({ path }) => client.answer(readExecutionFile, { params: { id, path } })),
    );
    expect(answers.map((answer) => faultOf(readExecutionFile, answer))).toEqual(files.map(() => undefined));
    const observed = answers.map(({ headers }) => String(headers['content-type']).split(';')[0]);
    expect(new Set(observed)).toEqual(
      new Set([
        ...['text/csv', 'text/html', 'text/plain', 'application/json', 'image/svg+xml', 'application/octet-stream'],
        ...['application/gzip', 'image/png', 'application/pdf'],
      ]),
    );
  });
});
