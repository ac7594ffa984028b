/** The display protocol of IPython, and its classes without IPython. */
import { expect, it } from 'vitest';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { describePython, startPython } from './start-kernels.ts';

/** Starts a kernel without the installed packages of the machine, one of which may be IPython. */
async function startBare(): Promise<KernelProcess> {
  const kernel = await startPython();
  await kernel.run('import sys; sys.path = [path for path in sys.path if "packages" not in path]');
  return kernel;
}

const texts = { 'text/plain': expect.any(String) };

describePython('IPython.display without IPython', () => {
  it('has the classes that programs use', async () => {
    const kernel = await startBare();
    const { displays, error } = await kernel.run(`from IPython.display import *
from IPython.display import display, HTML, Markdown, Latex, Math, SVG, Image, JSON, Pretty, Code, Javascript, IFrame, Audio, Video
png = b"\\x89PNG\\r\\n\\x1a\\n"
display(HTML("<b>x</b>"), Markdown("**x**"), Latex("$x$"), Math("x"), SVG("<?xml?><svg/>"), Image(png, width=3))
display(JSON({"a": 1}), Pretty("plain"), Code("x < 1"), Javascript("alert(1)"), IFrame("https://a.example/?\\"", 1, 2))
display(Audio([0.0, 1.0], rate=8000), Video("https://a.example/v.mp4"))`);
    expect(error).toBeUndefined();
    expect(displays).toEqual([
      { 'text/html': '<b>x</b>', 'text/plain': '<b>x</b>' },
      { 'text/markdown': '**x**', 'text/plain': '**x**' },
      { 'text/latex': '$x$', 'text/plain': '$x$' },
      { 'text/latex': '$\\displaystyle x$', 'text/plain': '$\\displaystyle x$' },
      { ...texts, 'image/svg+xml': '<svg/>' },
      { ...texts, 'image/png': 'iVBORw0KGgo=' },
      { ...texts, 'application/json': '{"a": 1}' },
      { 'text/plain': 'plain' },
      { 'text/html': '<pre><code>x &lt; 1</code></pre>', 'text/plain': 'x < 1' },
      { 'application/javascript': 'alert(1)', 'text/plain': expect.stringContaining('does not run it') },
      { 'text/html': expect.stringContaining('src="https://a.example/?&quot;"'), ...texts },
      { 'text/html': expect.stringContaining('data:audio/wav;base64,UklGR'), ...texts },
      { 'text/html': expect.stringContaining('src="https://a.example/v.mp4"'), ...texts },
    ]);
  });

  it('replaces and removes output', async () => {
    const kernel = await startBare();
    const { messages } = await kernel.run(`from IPython.display import clear_output, update_display, DisplayHandle
handle = display(1, display_id=True)
handle.update(2)
update_display(3, display_id=handle.display_id)
other = DisplayHandle()
other.display(4)
other.markdown("*5*")
clear_output(wait=True)`);
    expect(messages.map(({ type, ...rest }) => [type, 'displayId' in rest ? rest.displayId : ''])).toEqual([
      ...[
        ['display', 'display-1'],
        ['update_display', 'display-1'],
        ['update_display', 'display-1'],
      ],
      ...[
        ['display', 'display-2'],
        ['update_display', 'display-2'],
        ['clear_output', ''],
        ['done', ''],
      ],
    ]);
    expect(messages.at(-2)).toMatchObject({ wait: true });
  });

  it('says what it is not, and is only seen by code that imports it', async () => {
    const kernel = await startBare();
    expect((await kernel.run('"IPython" in sys.modules')).result).toEqual({ 'text/plain': 'False' });
    expect((await kernel.run('import IPython; IPython.get_ipython()')).status).toBe('ok');
    expect((await kernel.run('IPython.embed()')).error?.message).toContain('Install the package ipython');
    expect((await kernel.run('from IPython.core.magic import magics_class')).error?.name).toBe('ModuleNotFoundError');
    expect(
      (await kernel.run('from IPython.core.display import HTML, display\nfrom IPython import display')).status,
    ).toBe('ok');
  });

  it('is that of an installed IPython, whose functions show output of the cell', async () => {
    const kernel = await startBare();
    const installed = `import os
for name, text in {
    "__init__.py": "", "core/__init__.py": "", "display.py": "from IPython.core.display_functions import *",
    "core/display_functions.py": "def display(*values): raise NotImplementedError\\ndef clear_output(): pass\\nversion = 'installed'",
}.items():
    path = os.path.join("installed", "IPython", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file: file.write(text)
sys.path.insert(0, "installed")
from IPython.display import display, version
display(1)
version`;
    const { displays, result, error } = await kernel.run(installed);
    expect(error).toBeUndefined();
    expect([displays, result]).toEqual([[{ 'text/plain': '1' }], { 'text/plain': "'installed'" }]);
  });
});

describePython('the display protocol', () => {
  it('lets a value show itself, as a result and as a display', async () => {
    const kernel = await startPython();
    const { messages } = await kernel.run(`class Own:
    def _ipython_display_(self): display("own")
class Refusing:
    def _ipython_display_(self): raise NotImplementedError
    def __repr__(self): return "refusing"
display(Own(), Refusing())
Own()`);
    const shown = messages.flatMap((message) => ['data' in message ? message.data?.['text/plain'] : message.type]);
    expect(shown).toEqual(["'own'", 'refusing', "'own'", 'done']);
  });

  it('passes include, exclude and metadata', async () => {
    const kernel = await startPython();
    const { messages, displays } = await kernel.run(`class Bundle:
    def _repr_mimebundle_(self, include=None, exclude=None):
        asked.append((include, exclude))
        return {"text/html": "<i>", "application/vnd.vega.v5+json": {"a": 1}}, {"text/html": {"isolated": True, "none": None}}
    def _repr_png_(self): return b"png", {"width": 1.5}
    def __repr__(self): return "bundle"
asked = []
display(Bundle(), include=["text/html"])
display(Bundle(), exclude=["text/html", "image/png"])
display(Bundle(), metadata={"image/png": {"height": 2}})
print(asked)`);
    expect(displays).toEqual([
      { 'text/html': '<i>' },
      { 'text/plain': 'bundle', 'application/vnd.vega.v5+json': '{"a": 1}' },
      { 'text/plain': 'bundle', 'text/html': '<i>', 'application/vnd.vega.v5+json': '{"a": 1}', 'image/png': 'cG5n' },
    ]);
    expect(messages[2]).toMatchObject({
      metadata: { 'text/html': { isolated: true }, 'image/png': { width: 1.5, height: 2 } },
    });
    expect(kernel.stdout()).toBe("[(['text/html'], None), (None, ['text/html', 'image/png']), (None, None)]\n");
  });

  it('prints values with _repr_pretty_', async () => {
    const kernel = await startPython();
    const { result } = await kernel.run(`class Pair:
    def __init__(self, *items): self.items = items
    def _repr_pretty_(self, printer, cycle):
        with printer.group(1, "Pair(", ")"):
            for item in self.items:
                printer.pretty(item)
                printer.breakable()
Pair(1, Pair("x"))`);
    expect(result).toEqual({ 'text/plain': "Pair(1 Pair('x' ) )" });
  });
});
