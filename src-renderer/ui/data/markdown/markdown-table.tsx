import type { ReactNode } from 'react';
import type { MarkdownNode } from './markdown-tree.ts';

interface MarkdownTableProps {
  rows: readonly MarkdownNode[];
  contentOf(nodes: readonly MarkdownNode[]): ReactNode;
}

/** A table of a Markdown text; its first row is its head. */
export function MarkdownTable({ rows, contentOf }: MarkdownTableProps) {
  const [head, ...body] = rows;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Table"
      className="overflow-x-auto"
    >
      <table className="border-collapse">
        <thead>{head && <Row row={head} contentOf={contentOf} isHead />}</thead>
        <tbody>
          {body.map((row) => (
            <Row key={row.id} row={row} contentOf={contentOf} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const aligns = { left: 'text-left', right: 'text-right', center: 'text-center' } as const;

interface RowProps extends Pick<MarkdownTableProps, 'contentOf'> {
  row: MarkdownNode;
  isHead?: boolean;
}

function Row({ row, contentOf, isHead = false }: RowProps) {
  const cells = 'children' in row ? row.children : [];
  const Cell = isHead ? 'th' : 'td';
  return (
    <tr>
      {cells.map((cell) => (
        <Cell
          key={cell.id}
          {...(isHead && { scope: 'col' })}
          className={`border border-line px-2 py-1 ${aligns[(cell.kind === 'cell' && cell.align) || 'left']}`}
        >
          {'children' in cell && contentOf(cell.children)}
        </Cell>
      ))}
    </tr>
  );
}
