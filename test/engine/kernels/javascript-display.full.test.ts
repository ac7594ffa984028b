import { afterEach, describe, expect, it } from 'vitest';
import { startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';

afterEach(stopNodeKernels);

/** Returns the rich output of a cell. */
async function displaysOf(code: string) {
  const kernel = await startNodeKernel('javascript');
  return (await kernel.run(code)).displays;
}

describe('display', () => {
  it('shows a value as text', async () => {
    expect(await displaysOf("display({ a: 1 }); display('text')")).toEqual([
      { 'text/plain': '{ a: 1 }' },
      { 'text/plain': "'text'" },
    ]);
  });

  it('shows an object whose keys are media types as these media', async () => {
    const code = [
      "display({ 'text/html': '<b>b</b>', 'text/plain': 'b' })",
      "display({ 'image/svg+xml': '<svg/>' }, { raw: true })",
      "display({ 'application/json': { a: [1] } })",
      "display({ 'image/png': new Uint8Array([1, 2, 3]) })",
      "display({ 'text/markdown': '**b**' })",
    ].join('\n');
    expect(await displaysOf(code)).toEqual([
      { 'text/html': '<b>b</b>', 'text/plain': 'b' },
      { 'image/svg+xml': '<svg/>' },
      { 'application/json': '{"a":[1]}' },
      { 'image/png': 'AQID' },
      { 'text/plain': '**b**' },
    ]);
  });

  it('shows the bytes of a PNG or JPEG image as an image', async () => {
    const code = "display(Buffer.from('89504e470d0a1a0a', 'hex')); display(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))";
    const [png, jpeg] = await displaysOf(code);
    expect(png?.['image/png']).toBe('iVBORw0KGgo=');
    expect(jpeg?.['image/jpeg']).toBe('/9j/4A==');
  });

  it('replaces an earlier output', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run("const handle = display('first', { displayId: 'chart' })");
    const { messages, result } = await kernel.run("handle.update({ 'text/html': 'second' }); handle");
    expect(messages[0]).toMatchObject({
      type: 'update_display',
      displayId: 'chart',
      data: { 'text/html': 'second' },
    });
    expect(result).toBeUndefined();
  });

  it('makes an id if none is given', async () => {
    const kernel = await startNodeKernel('javascript');
    const { messages } = await kernel.run('display(1, { displayId: true }); display(2, { displayId: true })');
    const ids = messages.flatMap((message) => (message.type === 'display' ? [message.displayId] : []));
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });

  it('refuses a value without media if it must be raw', async () => {
    const kernel = await startNodeKernel('javascript');
    expect((await kernel.run("display('text', { raw: true })")).error?.message).toContain('media types');
  });

  it('replaces output above 16 MiB by a text', async () => {
    expect(await displaysOf("display({ 'text/html': 'x'.repeat(17 * 1024 * 1024) })")).toEqual([
      { 'text/plain': '[Output of 17.0 MiB is not shown. The limit is 16 MiB.]' },
    ]);
  });

  it('prints the text of a value between cells', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run('setTimeout(() => display([1, 2]), 20)');
    await kernel.printed('[ 1, 2 ]\n');
  });
});

describe('a result', () => {
  it('has the media that its Jupyter.display method returns', async () => {
    const kernel = await startNodeKernel('javascript');
    const html = "{ 'text/html': '<i>i</i>', 'text/plain': 'i' }";
    const expected = { 'text/html': '<i>i</i>', 'text/plain': 'i' };
    for (const method of [
      `[Symbol.for('Jupyter.display')]() { return ${html}; }`,
      `async [Symbol.for('Jupyter.display')]() { return ${html}; }`,
    ]) {
      expect((await kernel.run(`({ ${method} })`)).result).toEqual(expected);
      expect((await kernel.run(`await display({ ${method} })`)).displays).toEqual([expected]);
    }
  });

  it('is text if its method fails', async () => {
    const kernel = await startNodeKernel('javascript');
    const { result } = await kernel.run("({ a: 1, async [Symbol.for('Jupyter.display')]() { throw new Error(); } })");
    expect(result?.['text/plain']).toContain('a: 1');
  });

  it('is an image if it has the bytes of one', async () => {
    const kernel = await startNodeKernel('javascript');
    const { result } = await kernel.run("Buffer.from('89504e470d0a1a0a', 'hex')");
    expect(result).toMatchObject({ 'image/png': 'iVBORw0KGgo=' });
  });
});
