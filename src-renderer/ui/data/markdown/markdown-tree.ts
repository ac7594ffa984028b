/** A node of a Markdown text without HTML. All texts are plain. */
export type MarkdownNode = { id: number } & (
  | { kind: 'text' | 'code' | 'code-block' | 'html'; text: string }
  | { kind: 'break' | 'rule' }
  | { kind: 'heading'; level: number; children: MarkdownNode[] }
  /** `href` is an http or https address without a login. */
  | { kind: 'link'; href: string; children: MarkdownNode[] }
  | { kind: 'list'; start: number | undefined; children: MarkdownNode[] }
  | { kind: 'cell'; align: 'left' | 'right' | 'center' | undefined; children: MarkdownNode[] }
  | { kind: 'root' | 'paragraph' | 'quote' | 'item' | 'strong' | 'emphasis' | 'group'; children: MarkdownNode[] }
  | { kind: 'table' | 'row'; children: MarkdownNode[] }
);

export interface MarkdownText {
  root: MarkdownNode;
  /** True if the text was longer or more complex than the limits. */
  isCut: boolean;
}

/** The worker's answer; undefined if the text cannot be read. `note` says which encoding was assumed. */
export type MarkdownAnswer = (MarkdownText & { note: string | undefined }) | undefined;
