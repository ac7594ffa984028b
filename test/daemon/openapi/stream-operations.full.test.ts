/** Operations that stream at a path of their own, so that the document names one media type for each operation. */
import { describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { ExecutionEvent, execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { readOpenApi } from '../../../src-shared/contracts/service.contract.ts';
import { type EndpointSpec, streamOperationOf } from '../../../src-shared/endpoint.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
type Contents = Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;

const documentedPath = ({ path }: EndpointSpec) => path.replace(/[:*](\w+)/g, '{$1}');

async function typesOf(spec: EndpointSpec): Promise<string[]> {
  const { paths } = (await daemon().client.call(readOpenApi)) as unknown as { paths: Contents };
  const responses = paths[documentedPath(spec)]?.[spec.method.toLowerCase()]?.responses;
  return Object.keys((responses?.['200'] ?? responses?.['201'])?.content ?? {});
}

describe('an operation that can stream', () => {
  it('has an operation of its own for the stream, at the path followed by /stream', async () => {
    const { mounted } = daemon().daemon.app;
    const pairs = mounted.flatMap((spec) => {
      const streaming = streamOperationOf(spec);
      return streaming === undefined ? [] : [{ spec, streaming }];
    });
    expect(pairs.map(({ streaming }) => `${streaming.method} ${streaming.path}`).toSorted()).toEqual([
      'POST /api/v1/execute/stream',
      'POST /api/v1/generate/stream',
      'POST /api/v1/sandboxes/:id/contexts/:cid/cells/stream',
      'POST /api/v1/sandboxes/:id/processes/stream',
      'POST /api/v1/sandboxes/stream',
      'POST /api/v1/zk/code/:name/execute/stream',
    ]);
    for (const { spec, streaming } of pairs) {
      expect(mounted.map(({ path }) => path)).toContain(streaming.path);
      expect([await typesOf(spec), await typesOf(streaming)], spec.path).toEqual([
        ['application/json'],
        ['text/event-stream'],
      ]);
      expect([streaming.access, streaming.errors]).toEqual([spec.access, spec.errors]);
    }
  });
});

describeWithEngine('the operation for the stream', () => {
  it('answers every request with events, and records the same run', async () => {
    const { client } = await daemon().newUser();
    const path = `${execute.path}/stream`;
    const headers = { ...client.credential, accept: '*/*' };
    const body = { language: 'bash', code: 'echo hello' };
    const opened = await openEventStream(daemon().url, { method: 'POST', path, headers, body });
    expect(opened.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = await opened.rest();
    for (const { event, data } of events) ExecutionEvent.parse({ event, data });
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { stdout: 'hello\n' } });
    const { executions } = await client.call(listExecutions);
    expect(executions.map(({ id }) => id)).toEqual([events[0]?.data.id]);
    const { logs } = await client.call(listAuditLog);
    expect(logs.map(({ action }) => action)).toEqual(['code.execute', 'auth.register']);
  });

  it('leaves the given path as it is: JSON, and events where they are requested', async () => {
    const { client } = await daemon().newUser();
    const body = { language: 'bash', code: 'echo hello' };
    expect(await client.call(execute, { body })).toMatchObject({ stdout: 'hello\n' });
    const headers = client.credential;
    const opened = await openEventStream(daemon().url, { method: 'POST', path: execute.path, headers, body });
    expect((await opened.rest()).at(-1)).toMatchObject({ event: 'finished', data: { stdout: 'hello\n' } });
  });
});
