import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCurrentRuns } from '../../../src-renderer/features/executions/run-store.ts';
import { shownScratch, useScratches } from '../../../src-renderer/features/executions/scratches/scratch-store.ts';
import { startScratch } from '../../../src-renderer/features/executions/scratches/start-scratch.ts';
import { emptyRule } from '../../../src-renderer/ui/network/rule-form.ts';
import { pass, settle, settleUntil, stopClock } from '../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, eventStream, type SentRequest } from '../page/requests.ts';

const result = {
  ...{ id: 'run-1', language: 'python', stdout: '', stderr: '', exitCode: 0, signal: null, status: 'succeeded' },
  ...{ stdoutTruncated: false, stderrTruncated: false, durationMs: 5, queuedMs: 0, startupMs: 1 },
  ...{ engine: 'docker', place: 'machine' },
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

const owner = 'scratch:first';
const run = () => useCurrentRuns.getState().runs[owner];
const bodies = () => sent.map(({ body }) => body as { network?: unknown });

describe('a run with network rules', () => {
  it('collects its connections, which end with it', async () => {
    useScratches.getState().edit({ network: 'rules', rules });
    const ended = startScratch();
    await settleUntil(() => streams.length > 0);
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
    useScratches.getState().edit({ network: 'rules', rules: { ...rules, allow: [{ ...emptyRule, host: '127.1' }] } });
    await startScratch();
    expect(sent).toEqual([]);
    expect(run()).toMatchObject({
      phase: 'ended',
      error: {
        code: 'invalid_request',
        details: [{ path: 'network.allow[0].host', message: 'must be a name, not an address' }],
      },
    });
    useScratches.getState().edit({ network: 'none' });
    void startScratch();
    await settleUntil(() => streams.length > 0);
    expect(bodies()).toMatchObject([{ network: 'none' }]);
  });

  it('runs again with one more host, which neither the draft nor a later run has', async () => {
    useScratches.getState().edit({ network: 'rules', rules });
    const ended = startScratch();
    await settle();
    // A run in progress is not repeated.
    await useCurrentRuns.getState().repeatWith(owner, { host: 'b.example.com' });
    streams[0]?.send('finished', result);
    await pass(1);
    await ended;
    void useCurrentRuns.getState().repeatWith(owner, { host: 'b.example.com' });
    await settle();
    expect(bodies().map(({ network }) => network)).toEqual([
      { allow: [{ host: 'api.example.com' }] },
      { allow: [{ host: 'api.example.com' }, { host: 'b.example.com' }] },
    ]);
    expect(shownScratch().draft.rules).toEqual(rules);
  });
});
