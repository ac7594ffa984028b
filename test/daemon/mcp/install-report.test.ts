import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInstallReport } from '../../../src-daemon/mcp/runs/run-report.ts';

/** Starts a report and returns what the client of a call receives. */
function startReport(meta: { progressToken?: string } = { progressToken: 'token' }) {
  const progress: string[] = [];
  const logged: string[] = [];
  const mcpReq = {
    _meta: meta,
    notify: async ({ params }: { params: { message: string } }) => void progress.push(params.message),
    log: async (_level: string, text: string) => void logged.push(text),
  };
  const report = createInstallReport({ mcpReq: mcpReq as unknown as ServerContext['mcpReq'] });
  const line = (text: string) => report({ event: 'install_log', data: { text } });
  report({ event: 'installing', data: { packages: ['rich >=13'] } });
  return { progress, logged, line };
}

describe('the report of an installation to an agent', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('names the packages once, and then lines at intervals', () => {
    const { progress, logged, line } = startReport();
    for (let number = 0; number < 1000; number++) line(`line ${number}`);
    vi.advanceTimersByTime(250);
    line('Downloading rich-13.9.4');
    expect(logged).toEqual(['Installing packages for this sandbox: rich >=13']);
    expect(progress).toEqual(['installing packages', 'installing packages: Downloading rich-13.9.4']);
  });

  it('has at most 500 lines, each cut and without hidden characters', () => {
    const { progress, line } = startReport();
    for (let number = 0; number < 1000; number++) {
      vi.advanceTimersByTime(250);
      line(`\u001b[2J${'x'.repeat(5000)}`);
    }
    expect(progress).toHaveLength(501);
    expect(progress[1]).not.toContain('\u001b');
    expect(progress[1]?.length).toBeLessThan(300);
  });

  it('is a log message alone for a call without a progress token', () => {
    const { progress, logged, line } = startReport({});
    vi.advanceTimersByTime(250);
    line('a line');
    expect({ progress, logged }).toEqual({ progress: [], logged: ['Installing packages for this sandbox: rich >=13'] });
  });
});
