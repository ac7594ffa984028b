import type { Definition, Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { webAddress } from '../../text/web-address.ts';
import type { MarkdownNode, MarkdownText } from './markdown-tree.ts';

const keptNodes = 10_000;
const keptDepth = 40;

/**
 * Parses Markdown (CommonMark with the tables of GitHub) into at most 10,000 nodes, 40 deep. HTML is kept as text, and
 * images become their descriptions. The caller bounds the text.
 */
export function parseMarkdown(text: string): MarkdownText {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const reader = createReader(definitionsOf(tree.children));
  const root = reader.read(tree, 0) ?? { id: 0, kind: 'root', children: [] };
  return { root, isCut: reader.isCut() };
}

function definitionsOf(nodes: readonly Nodes[]): Map<string, string> {
  const definitions = nodes.filter((node): node is Definition => node.type === 'definition');
  return new Map(definitions.map(({ identifier, url }) => [identifier, url]));
}

function createReader(definitions: ReadonlyMap<string, string>) {
  let count = 0;
  let isCut = false;

  function read(node: Nodes, depth: number): MarkdownNode | undefined {
    count += 1;
    if (count > keptNodes || depth > keptDepth) {
      isCut = true;
      return undefined;
    }
    const id = count;
    const children = () => readAll('children' in node ? node.children : [], depth + 1);
    switch (node.type) {
      case 'text':
        return { id, kind: 'text', text: node.value };
      case 'inlineCode':
        return { id, kind: 'code', text: node.value };
      case 'code':
        return { id, kind: 'code-block', text: node.value };
      case 'html':
        return { id, kind: 'html', text: node.value };
      case 'image':
      case 'imageReference':
        return { id, kind: 'text', text: `[image: ${node.alt || 'without description'}]` };
      case 'break':
        return { id, kind: 'break' };
      case 'thematicBreak':
        return { id, kind: 'rule' };
      case 'heading':
        return { id, kind: 'heading', level: node.depth, children: children() };
      case 'link':
        return linkTo(node.url, { id, children: children() });
      case 'linkReference':
        return linkTo(definitions.get(node.identifier) ?? '', { id, children: children() });
      case 'list':
        return { id, kind: 'list', start: node.ordered ? (node.start ?? 1) : undefined, children: children() };
      case 'table':
        return { id, kind: 'table', children: readTable(node, depth) };
      case 'definition':
        return undefined;
      default:
        return { id, kind: kinds[node.type] ?? 'group', children: children() };
    }
  }

  function readAll(nodes: readonly Nodes[], depth: number): MarkdownNode[] {
    return nodes.map((node) => read(node, depth)).filter((node) => node !== undefined);
  }

  function readTable({ align, children }: Table, depth: number): MarkdownNode[] {
    return readAll(children, depth + 1).map((row) => {
      if (!('children' in row)) return row;
      const cells = row.children.map((cell, column): MarkdownNode => {
        const inner = 'children' in cell ? cell.children : [];
        return { id: cell.id, kind: 'cell', align: align?.[column] ?? undefined, children: inner };
      });
      return { id: row.id, kind: 'row', children: cells };
    });
  }

  return { read, isCut: () => isCut };
}

const kinds: Readonly<Record<string, 'root' | 'paragraph' | 'quote' | 'item' | 'strong' | 'emphasis'>> = {
  root: 'root',
  paragraph: 'paragraph',
  blockquote: 'quote',
  listItem: 'item',
  strong: 'strong',
  emphasis: 'emphasis',
};

/** An address that is not of the web is no link: its text stays. */
function linkTo(address: string, { id, children }: { id: number; children: MarkdownNode[] }): MarkdownNode {
  const href = webAddress(address);
  return href === undefined ? { id, kind: 'group', children } : { id, kind: 'link', href, children };
}
