import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useRun } from '../../../src-renderer/features/executions/run-store.ts';
import { emptyRule } from '../../../src-renderer/ui/network/rule-draft.ts';
import { pass, settle, stopClock } from '../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, eventStream, type SentRequest } from '../page/requests.ts';

const result = {
  ...{ id: 'run-1', language: 'python', stdout: '', stderr: '', exitCode: 0, signal: null, status: 'succeeded' },
  ...{ stdoutTruncated: false, stderrTruncated: false, durationMs: 5, queuedMs: 0, startupMs: 1, engine: 'docker' },
  files: [],
};
const rules = { allow: [{ ...emptyRule, host: 'api.example.com' }], onBlocked: 'deny' as const };
const event = { id: 1, host: 'api.example.com', port: 443, rule: 0, bytesIn: 0, bytesOut: 0 };

let streams: ReturnType<typeof eventStream>[];
let sent: SentRequest[];

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
  beginTestSession();
  streams = [];
  sent = answerRequests(() => {
    const stream = eventStream();
    streams.push(stream);
    return stream.response;
  });
});

const run = () => useRun.getState().run;
const bodies = () => sent.map(({ body }) => body as { network?: unknown });

describe('a run with network rules', () => {
  it('collects its connections, which end with it', async () => {
    useRun.getState().edit({ network: 'rules', rules });
    const ended = useRun.getState().start();
    await settle();
    streams[0]?.send('started', { id: 'run-1' }, '1');
    streams[0]?.send('network', { ...event, phase: 'open' });
    await pass(1);
    await pass(1);
    expect(bodies()[0]?.network).toEqual({ allow: [{ host: 'api.example.com' }] });
    expect(run()?.network.rows().connections).toMatchObject([{ host: 'api.example.com', state: 'open' }]);
    streams[0]?.send('finished', result);
    await pass(1);
    await ended;
    await pass(1);
    expect(run()?.network.rows().connections).toMatchObject([{ state: 'closed' }]);
  });

  it('does not start with an invalid rule, and names the field', async () => {
    useRun.getState().edit({ network: 'rules', rules: { ...rules, allow: [{ ...emptyRule, host: '127.1' }] } });
    await useRun.getState().start();
    expect(sent).toEqual([]);
    expect(run()).toMatchObject({
      phase: 'ended',
      error: {
        code: 'invalid_request',
        details: [{ path: 'network.allow[0].host', message: 'must be a name, not an address' }],
      },
    });
    useRun.getState().edit({ network: 'none' });
    void useRun.getState().start();
    await settle();
    expect(bodies()).toMatchObject([{ network: 'none' }]);
  });

  it('runs again with one more host, which neither the draft nor a later run has', async () => {
    useRun.getState().edit({ network: 'rules', rules });
    const ended = useRun.getState().start();
    await settle();
    // A run in progress is not repeated.
    await useRun.getState().repeatWith({ host: 'b.example.com' });
    streams[0]?.send('finished', result);
    await pass(1);
    await ended;
    void useRun.getState().repeatWith({ host: 'b.example.com' });
    await settle();
    expect(bodies().map(({ network }) => network)).toEqual([
      { allow: [{ host: 'api.example.com' }] },
      { allow: [{ host: 'api.example.com' }, { host: 'b.example.com' }] },
    ]);
    expect(useRun.getState().draft.rules).toEqual(rules);
    expect(run()?.label).toBeUndefined();
  });
});
