import { describe, expect, it } from 'vitest';
import type { MarkdownNode } from '../../../src-renderer/ui/data/markdown/markdown-tree.ts';
import { parseMarkdown } from '../../../src-renderer/ui/data/markdown/parse-markdown.ts';

describe('Markdown', () => {
  it('has headings, lists, code and tables with the alignment of their columns', () => {
    const text = '# T\n\n3. *a*\n4. **b**\n\n```\nx\n```\n\n| n | m |\n|:-:|--:|\n| 1 | 2 |\n';
    const { root, isCut } = parseMarkdown(text);
    expect(isCut).toBe(false);
    expect(root).toMatchObject({
      children: [
        { kind: 'heading', level: 1 },
        { kind: 'list', start: 3, children: [{ kind: 'item' }, { kind: 'item' }] },
        { kind: 'code-block', text: 'x' },
        { kind: 'table', children: [{ kind: 'row', children: [{ align: 'center' }, { align: 'right' }] }, {}] },
      ],
    });
  });

  it('keeps HTML as text, and images as their descriptions', () => {
    const { root } = parseMarkdown('a <b>c</b>\n\n<script>x</script>\n\n![plot](https://example.com/x.png)');
    expect(allOf(root).filter(({ kind }) => kind === 'html')).toMatchObject([
      { text: '<b>' },
      { text: '</b>' },
      { text: '<script>x</script>' },
    ]);
    expect(allOf(root)).toContainEqual(expect.objectContaining({ kind: 'text', text: '[image: plot]' }));
  });

  it.each([
    ['[a](https://example.com/x)', ['https://example.com/x']],
    ['[a][ref]\n\n[ref]: http://example.com', ['http://example.com/']],
    ['[a](javascript:alert(1)) [b](file:///etc/passwd) [c](/relative) [d](data:text/html,x)', []],
    ['[a](JavaScript:alert(1)) [b]( javascript:x) [c](https:)', []],
    ['[a](https://user:password@example.com/)', []],
    [`[a](https://example.com/${'x'.repeat(3000)})`, []],
  ])('has only links to the web: %s', (text, hrefs) => {
    const links = allOf(parseMarkdown(text).root).flatMap((node) => (node.kind === 'link' ? [node.href] : []));
    expect(links).toEqual(hrefs);
  });

  it('is bounded in depth and count', () => {
    const deep = parseMarkdown('>'.repeat(300));
    expect(deep.isCut).toBe(true);
    const many = parseMarkdown('*a* '.repeat(7000));
    expect(many.isCut).toBe(true);
    expect(allOf(many.root).length).toBeLessThanOrEqual(10_000);
  });
});

function allOf(node: MarkdownNode): MarkdownNode[] {
  return [node, ...('children' in node ? node.children.flatMap(allOf) : [])];
}
