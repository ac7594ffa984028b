import type { ReactNode } from 'react';
import { MarkdownTable } from './markdown-table.tsx';
import type { MarkdownNode } from './markdown-tree.ts';

interface MarkdownContentProps {
  node: MarkdownNode;
  /** Called with the address of a link that is pressed. */
  onLink(href: string): void;
}

/** Renders a node as elements of this page. Headings are below those of the screen. */
export function MarkdownContent({ node, onLink }: MarkdownContentProps): ReactNode {
  if ('text' in node) return <PlainText kind={node.kind} text={node.text} />;
  if (!('children' in node)) return node.kind === 'break' ? <br /> : <hr className="border-line" />;
  const contentOf = (nodes: readonly MarkdownNode[]) =>
    nodes.map((child) => <MarkdownContent key={child.id} node={child} onLink={onLink} />);
  if (node.kind === 'table') return <MarkdownTable rows={node.children} contentOf={contentOf} />;
  const content = contentOf(node.children);
  switch (node.kind) {
    case 'heading':
      return <Heading level={node.level}>{content}</Heading>;
    case 'paragraph':
      return <p>{content}</p>;
    case 'strong':
      return <strong className="font-semibold">{content}</strong>;
    case 'emphasis':
      return <em>{content}</em>;
    case 'quote':
      return <blockquote className="flex flex-col gap-2 border-l-2 border-line pl-3 text-muted">{content}</blockquote>;
    case 'list':
      return <List start={node.start}>{content}</List>;
    case 'item':
      return <li className="[&>p+*]:mt-1">{content}</li>;
    case 'link':
      return (
        <LinkButton href={node.href} onLink={onLink}>
          {content}
        </LinkButton>
      );
    default:
      return <>{content}</>;
  }
}

function PlainText({ kind, text }: { kind: 'text' | 'code' | 'code-block' | 'html'; text: string }) {
  // The runtime of the page makes hidden characters visible in elements and fragments only.
  // biome-ignore lint/complexity/noUselessFragments: see above
  if (kind === 'text') return <>{text}</>;
  if (kind === 'code-block')
    return <pre className="rounded-control bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{text}</pre>;
  return <code className="rounded-sm bg-sunken px-1 font-mono text-sm break-all whitespace-pre-wrap">{text}</code>;
}

/** A link is a button: it shows its address before it is opened. */
function LinkButton({ href, onLink, children }: { href: string; onLink(href: string): void; children: ReactNode }) {
  return (
    <button
      type="button"
      title={`Link to ${href}`}
      onClick={() => onLink(href)}
      className="inline rounded-xs text-left text-accent underline underline-offset-2 select-text hover:decoration-2"
    >
      {children}
    </button>
  );
}

function Heading({ level, children }: { level: number; children: ReactNode }) {
  if (level === 1) return <h3 className="text-lg font-semibold">{children}</h3>;
  if (level === 2) return <h4 className="text-base font-semibold">{children}</h4>;
  return <h5 className="font-semibold">{children}</h5>;
}

function List({ start, children }: { start: number | undefined; children: ReactNode }) {
  if (start === undefined) return <ul className="list-disc pl-6">{children}</ul>;
  return (
    <ol start={start} className="list-decimal pl-8">
      {children}
    </ol>
  );
}
