import { expect, it } from 'vitest';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { describePython, startPython } from './start-kernels.ts';

describePython('completion and inspection of the Python kernel', () => {
  it.each([
    ['long_n', ['long_name'], 0],
    ['x = imp', ['import'], 4],
    ['x = enumer', ['enumerate'], 4],
    ['box.al', ['alpha'], 4],
    ['box._hid', ['_hidden'], 4],
    ['"😀"; long_n', ['long_name'], 6],
    ['numbers["fi', ['first', 'five'], 9],
    ['import colorsy', ['colorsys'], 7],
    ['from xml.do', ['dom'], 9],
    ['from json import lo', ['load', 'loads'], 17],
    ['print("long_n', [], 7],
    ['# long_n', ['long_name'], 2],
    ['unknown.', [], 8],
  ])('completes %s', async (code, matches, start) => {
    const kernel = await prepared();
    expect(await kernel.complete(code)).toMatchObject({ matches, start, end: code.length });
  });

  it('does not run properties and __getattr__, and survives a __dir__ that fails', async () => {
    const kernel = await prepared();
    expect((await kernel.complete('box.costly.re')).matches).toEqual([]);
    expect((await kernel.complete('box.anything.re')).matches).toEqual([]);
    expect((await kernel.complete('broken.')).matches).toEqual([]);
    expect((await kernel.run('calls')).result).toEqual({ 'text/plain': '[]' });
    expect((await kernel.complete('box.plain.uppe')).matches).toEqual(['upper']);
  });

  it('describes the name at the cursor, or the function whose arguments it is in', async () => {
    const kernel = await prepared();
    for (const [code, cursor] of [
      ['scale(2)', 3],
      ['"😀"; scale(2)', 8],
      ['y = scale(long_name, (1), ', 26],
    ] as const) {
      const { found, data } = await kernel.inspect(code, cursor);
      expect([found, data?.['text/plain']]).toEqual([
        true,
        'scale(value: int, by=2)\nType: function\n\nScales a value.',
      ]);
    }
    const value = await kernel.inspect('long_name');
    expect(value.data?.['text/plain']).toContain('Type: int\nValue: 12');
    expect(await kernel.inspect('unknown')).toMatchObject({ found: false });
    expect((await kernel.inspect('len')).data?.['text/plain']).toContain('Return the number of items');
  });

  it('answers a request that is no JSON', async () => {
    const kernel = await startPython();
    kernel.send('complete', 'no JSON');
    expect(await kernel.next(({ type }) => type === 'complete')).toMatchObject({ matches: [], start: 0, end: 0 });
    kernel.send('inspect', '{}');
    expect(await kernel.next(({ type }) => type === 'inspect')).toMatchObject({ found: false });
  });
});

async function prepared(): Promise<KernelProcess> {
  const kernel = await startPython();
  await kernel.run(`import json
calls = []
long_name = 12
numbers = {"first": 1, "five": 5, "second": 2}
def scale(value: int, by=2):
    """Scales a value."""
class Box:
    plain = "text"
    def __init__(self): self.alpha, self._hidden = 1, 2
    @property
    def costly(self): calls.append("property")
    def __getattr__(self, name): calls.append(name)
class Broken:
    def __dir__(self): raise ValueError
box, broken = Box(), Broken()`);
  return kernel;
}
