import { expect, it } from 'vitest';
import type { CellOutcome } from '../../support/kernels/kernel-messages.ts';
import { describePython, startPython } from './start-kernels.ts';

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64').slice(0, 10);

describePython('rich output of the Python kernel', () => {
  it('has the media types of the _repr_*_ methods', async () => {
    const kernel = await startPython();
    const methods = {
      _repr_html_: '"<b>bold</b>"',
      _repr_svg_: '("<svg/>", {"width": 1})',
      _repr_png_: 'b"png"',
      _repr_jpeg_: 'b"jpeg"',
      _repr_json_: '{"a": [1, None]}',
      _repr_markdown_: '"*text*"',
      _repr_latex_: '"$x$"',
      _repr_pdf_: 'b"pdf"',
      _repr_javascript_: '"1"',
    };
    const lines = Object.entries(methods).map(([name, value]) => `    def ${name}(self): return ${value}`);
    const { result } = await kernel.run(
      `class Rich:\n    def __repr__(self): return "rich"\n${lines.join('\n')}\nRich()`,
    );
    expect(result).toEqual({
      'text/plain': 'rich',
      'text/html': '<b>bold</b>',
      'image/svg+xml': '<svg/>',
      'image/png': Buffer.from('png').toString('base64'),
      'image/jpeg': Buffer.from('jpeg').toString('base64'),
      'application/json': '{"a": [1, null]}',
      'text/markdown': '*text*',
      'text/latex': '$x$',
      'application/pdf': Buffer.from('pdf').toString('base64'),
      'application/javascript': '1',
    });
  });

  it('follows what was printed before it, also a line that has not ended', async () => {
    const kernel = await startPython();
    const cell = kernel.run('print("before", end="")\ndisplay(1)\nimport time; time.sleep(600)');
    await kernel.next(({ type }) => type === 'display');
    await kernel.printed('before');
    await kernel.interrupt(cell);
  });

  it('has the media types of _repr_mimebundle_, and none for a class or a mock', async () => {
    const kernel = await startPython();
    const code =
      'class Bundle:\n    def _repr_mimebundle_(self, include=None, exclude=None): return {"text/html": "<i>", "text/x": "x"}\nBundle()';
    expect((await kernel.run(code)).result?.['text/html']).toBe('<i>');
    expect(Object.keys((await kernel.run(code)).result ?? {})).toEqual(['text/plain', 'text/html']);
    for (const value of ['Bundle', 'mock.MagicMock()'])
      expect(Object.keys((await kernel.run(`from unittest import mock; ${value}`)).result ?? {})).toEqual([
        'text/plain',
      ]);
  });

  it('survives a repr that fails, and bounds one that is long', async () => {
    const kernel = await startPython();
    const failed = await kernel.run(
      'class Broken:\n    def __repr__(self): raise KeyError(1)\n    def _repr_html_(self): 1 / 0\nBroken()',
    );
    expect(failed).toMatchObject({ status: 'ok', result: { 'text/plain': '<Broken: its repr failed: KeyError>' } });
    expect(failed.stderr).toBe('Broken._repr_html_ failed: ZeroDivisionError: division by zero\n');
    const long = (await kernel.run('"x" * (3 << 20)')).result?.['text/plain'] ?? '';
    expect(long.length).toBeLessThan(1.1 * 2 ** 20);
    expect(long).toContain('more characters)');
  });

  it('replaces data that is larger than a message may be', async () => {
    const kernel = await startPython();
    const { displays } = await kernel.run('display({"text/html": "x" * (17 << 20)}, raw=True)');
    expect(displays).toEqual([{ 'text/plain': expect.stringContaining('The limit is 16 MiB.') }]);
  });

  it('is shown by display() in order, and replaced through its handle', async () => {
    const kernel = await startPython();
    const { messages } = await kernel.run(
      'handle = display("first", display_id="mine")\ndisplay(1, 2)\nhandle.update(3)',
    );
    expect(messages.map(({ type, ...rest }) => [type, 'data' in rest ? rest.data?.['text/plain'] : ''])).toEqual([
      ['display', "'first'"],
      ['display', '1'],
      ['display', '2'],
      ['update_display', '3'],
      ['done', ''],
    ]);
    expect(messages.map((message) => ('displayId' in message ? message.displayId : ''))).toEqual([
      'mine',
      '',
      '',
      'mine',
      '',
    ]);
    const later = await kernel.run('handle.update({"text/html": "<b>"}, raw=True)');
    expect(later.messages[0]).toMatchObject({
      type: 'update_display',
      displayId: 'mine',
      data: { 'text/html': '<b>' },
    });
    const refused = await kernel.run('display({"text/x": "x"}, raw=True)');
    expect(refused.error?.message).toContain("'text/x' is not a media type");
    expect((await kernel.run('display(1, display_id=True).display_id')).result).toEqual({
      'text/plain': "'display-1'",
    });
  });

  it('has HTML for a data frame of pandas', async () => {
    const kernel = await startPython();
    const { result } = await kernel.run('import pandas\npandas.DataFrame({"name": ["a", "b"], "size": [1, 2]})');
    expect(result?.['text/html']).toContain('<th>name</th>');
    expect(result?.['text/plain']).toContain('name');
  });

  it('has an image for figures of matplotlib, which only a cell imports', async () => {
    const kernel = await startPython();
    expect((await kernel.run('import sys; "matplotlib" in sys.modules')).result).toEqual({ 'text/plain': 'False' });
    const plot = 'import matplotlib.pyplot as plt\nplt.plot([1, 2]);';
    expect(images(await kernel.run(plot))).toEqual([pngStart]);
    const shown = await kernel.run('plt.plot([3]); plt.show()\nplt.plot([4])\nplt.show()\nprint("after")');
    expect(images(shown)).toEqual([pngStart, pngStart]);
    expect((await kernel.run('plt.get_fignums()')).result).toEqual({ 'text/plain': '[]' });
    const value = await kernel.run('figure, axes = plt.subplots()\naxes.plot([1])\nfigure');
    expect(value.displays).toEqual([]);
    expect(value.result?.['image/png']?.slice(0, 10)).toBe(pngStart);
    const failed = await kernel.run('plt.plot([1])\n1 / 0');
    expect(images(failed)).toEqual([pngStart]);
    expect(failed.status).toBe('error');
  });

  it('uses the backend that the user has set, and sets none for other programs', async () => {
    const kernel = await startPython();
    const chosen = 'import os; os.environ["MPLBACKEND"] = "svg"\nimport matplotlib; matplotlib.get_backend()';
    expect((await kernel.run(chosen)).result).toEqual({ 'text/plain': "'svg'" });
    const other = await startPython();
    await other.run('import os, matplotlib.pyplot');
    expect((await other.run('os.environ.get("MPLBACKEND", "unset")')).result).toEqual({ 'text/plain': "'unset'" });
  });
});

function images({ displays }: CellOutcome): string[] {
  return displays.map((data) => data['image/png']?.slice(0, 10) ?? '');
}
