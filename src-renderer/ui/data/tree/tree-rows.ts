import type { JsonNode } from './json-tree.ts';

/** A visible row of the tree. */
export interface TreeRow {
  node: JsonNode;
  level: number;
  position: number;
  siblings: number;
  parent: TreeRow | undefined;
}

/** Returns the rows of all nodes whose parents are expanded, in order. */
export function rowsOf(root: JsonNode, expanded: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: TreeRow[] = [{ node: root, level: 1, position: 1, siblings: 1, parent: undefined }];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (!expanded.has(row.node.id)) continue;
    const { children } = row.node;
    for (let index = children.length - 1; index >= 0; index--) {
      const node = children[index];
      const position = { level: row.level + 1, position: index + 1, siblings: children.length, parent: row };
      if (node) waiting.push({ node, ...position });
    }
  }
  return rows;
}

/** Returns the ids of all nodes with children. */
export function everyContainer(root: JsonNode): Set<number> {
  const found = new Set<number>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.children.length > 0) found.add(node.id);
    waiting.push(...node.children);
  }
  return found;
}

/** Returns the path of a row as JavaScript would write it: `$.list[0]["a b"]`. */
export function pathOf({ node: { key }, parent }: TreeRow): string {
  if (parent === undefined || key === undefined) return '$';
  const isName = typeof key === 'string' && /^[A-Za-z_$][\w$]*$/.test(key);
  return pathOf(parent) + (isName ? `.${key}` : `[${JSON.stringify(key)}]`);
}

/** Returns the value of a node as JSON, and a string as its text; undefined if the tree does not have all of it. */
export function textOfNode(node: JsonNode): string | undefined {
  if (node.kind !== 'string') return jsonOf(node);
  const json = jsonOf(node);
  return json === undefined ? undefined : (JSON.parse(json) as string);
}

function jsonOf(node: JsonNode): string | undefined {
  if (node.kind !== 'object' && node.kind !== 'array') return node.isTextCut ? undefined : node.text;
  if (node.children.length < node.count) return undefined;
  const parts = node.children.map((child) => {
    const value = jsonOf(child);
    return value !== undefined && node.kind === 'object' ? `${JSON.stringify(child.key)}: ${value}` : value;
  });
  if (parts.includes(undefined)) return undefined;
  return node.kind === 'array' ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}
