import { describe, expect, it } from 'vitest';
import { cellResult, commandResult } from '../../../src-daemon/mcp/sandboxes/results.ts';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';

const cell: CellResult = {
  ...{ id: 'cell_1', status: 'succeeded', contextEnded: false, executionCount: 1, stdout: '', stderr: '', outputs: [] },
  ...{ durationMs: 5, queuedMs: 0, truncated: false },
};
const png = 'iVBORw0KGgo=';

describe('a cell as the answer of a tool', () => {
  it('has its images as images, and SVG as a name only', () => {
    const outputs: CellResult['outputs'] = [
      { kind: 'display', data: { 'image/png': png, 'text/plain': '<Figure>' } },
      { kind: 'result', data: { 'image/svg+xml': '<svg onload="x"/>' } },
    ];
    const { content, structuredContent } = cellResult({ ...cell, outputs });
    expect(content).toEqual([
      { type: 'text', text: 'succeeded in 5 ms, cell 1\n\ndisplay:\n<Figure>\n\nresult:\n[image/svg+xml]' },
      { type: 'image', data: png, mimeType: 'image/png' },
    ]);
    expect(structuredContent).toMatchObject({
      outputs: [
        { kind: 'display', mediaTypes: ['image/png', 'text/plain'], text: '<Figure>' },
        { kind: 'result', mediaTypes: ['image/svg+xml'], text: '' },
      ],
    });
  });

  it('has Markdown and LaTeX as text, also without plain text, and the types of all outputs', () => {
    const outputs: CellResult['outputs'] = [
      { kind: 'display', data: { 'text/markdown': '**x**', 'text/html': '<b>x</b>' } },
      { kind: 'display', data: { 'text/latex': '$x$' } },
      { kind: 'result', data: { 'application/javascript': 'alert(1)' } },
    ];
    const { content, structuredContent } = cellResult({ ...cell, outputs });
    expect(content).toMatchObject([
      { text: expect.stringContaining('**x**\n\ndisplay:\n$x$\n\nresult:\n[application/javascript]') },
    ]);
    expect(structuredContent).toMatchObject({ outputs: [{ mediaTypes: ['text/markdown', 'text/html'] }, {}, {}] });
  });

  it('is cut to what a model can take, and says so', () => {
    const outputs = Array.from({ length: 200 }, () => ({ kind: 'display' as const, data: { 'image/png': png } }));
    const { content, structuredContent } = cellResult({ ...cell, stdout: 'x'.repeat(10_000_000), outputs });
    expect(content.filter(({ type }) => type === 'image')).toHaveLength(8);
    expect(JSON.stringify(structuredContent).length).toBeLessThan(50_000);
    expect(structuredContent).toMatchObject({ truncated: true });
  });

  it('has a limit for all of its texts and images together', () => {
    const image = { kind: 'display' as const, data: { 'image/png': png.padEnd(2 * 1024 * 1024, 'A') } };
    const text = { kind: 'display' as const, data: { 'text/plain': 'x'.repeat(30_000) } };
    const long = 'y'.repeat(30_000);
    const error = { name: 'Error', message: long, traceback: long };
    const outputs = [...Array(5).fill(image), ...Array(40).fill(text)];
    const result = cellResult({ ...cell, status: 'failed', stdout: long, stderr: long, error, outputs });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(150_000);
    expect(JSON.stringify(result).length).toBeLessThan(4.5 * 1024 * 1024);
    expect(result.structuredContent).toMatchObject({ truncated: true, error, stdout: long });
    expect(result.content.filter(({ type }) => type === 'image')).toHaveLength(2);
  });

  it('says whether the variables are lost', () => {
    const { content, structuredContent } = cellResult({ ...cell, status: 'timed_out', contextEnded: true });
    expect(content).toMatchObject([{ text: expect.stringContaining('its variables are lost') }]);
    expect(structuredContent).toMatchObject({ status: 'timed_out', contextEnded: true });
    expect(JSON.stringify(cellResult({ ...cell, status: 'timed_out' }))).not.toContain('lost');
  });

  it('has the traceback of an error', () => {
    const error = { name: 'ValueError', message: 'bad', traceback: 'line 1\nValueError: bad' };
    const { content } = cellResult({ ...cell, status: 'failed', error });
    expect(content).toMatchObject([{ text: 'failed in 5 ms, cell 1\n\nerror:\nline 1\nValueError: bad' }]);
  });
});

describe('a process as the answer of a tool', () => {
  it('has its exit code, and the ends of long output', () => {
    const stdout = `begin${'x'.repeat(100_000)}end`;
    const streams = { stdout, stderr: '', stdoutTruncated: false, stderrTruncated: false };
    const { structuredContent } = commandResult({
      ...{ pid: 7, status: 'failed', exitCode: 3, signal: null, durationMs: 4, ...streams },
    });
    expect(structuredContent).toMatchObject({
      ...{ exitCode: 3, stdoutTruncated: true, stderrTruncated: false },
      stdout: expect.stringMatching(/^beginx+\n… 68008 characters left out …\nx+end$/),
    });
  });
});
