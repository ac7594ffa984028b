import { isExactNumber, parseExact } from '../parse-exact.ts';

export interface JsonNode {
  id: number;
  /** The name in an object or the index in an array; undefined for the root. */
  key: string | number | undefined;
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** The value of a node without children, as JSON; cut if it is long. */
  text: string;
  isTextCut: boolean;
  /** Number of children in the file; `children` can have fewer. */
  count: number;
  children: JsonNode[];
}

export type JsonAnswer = { kind: 'tree'; root: JsonNode; isCut: boolean } | { kind: 'broken'; reason: string };

const keptNodes = 30_000;
const keptDepth = 60;
const textCharacters = 10_000;
const reasonCharacters = 200;

/** Parses JSON into a tree of bounded size. Upper levels are completed first. */
export function readJsonTree(text: string): JsonAnswer {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, reasonCharacters) : '';
    return { kind: 'broken', reason: `The file is not valid JSON: ${reason}` };
  }
  return treeOf(value);
}

function treeOf(value: unknown): JsonAnswer {
  const root = nodeOf(0, undefined, value);
  let count = 1;
  let isCut = false;
  let level = [{ node: root, value }];
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = [];
    for (const parent of level) {
      for (const [key, child] of entriesOf(parent.value)) {
        if (count >= keptNodes || depth >= keptDepth) {
          isCut = true;
          break;
        }
        const node = nodeOf(count, key, child);
        count += 1;
        parent.node.children.push(node);
        if (node.count > 0) next.push({ node, value: child });
      }
    }
    level = next;
  }
  return { kind: 'tree', root, isCut };
}

function nodeOf(id: number, key: JsonNode['key'], value: unknown): JsonNode {
  const kind = kindOf(value);
  const isContainer = kind === 'object' || kind === 'array';
  const json = isContainer ? '' : JSON.stringify(value);
  const count = isContainer ? Object.keys(value as object).length : 0;
  const isTextCut = json.length > textCharacters;
  return { id, key, kind, text: json.slice(0, textCharacters), isTextCut, count, children: [] };
}

function kindOf(value: unknown): JsonNode['kind'] {
  if (value === null) return 'null';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean';
  if (typeof value === 'number' || isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : 'object';
}

function entriesOf(value: unknown): Iterable<[string | number, unknown]> {
  if (Array.isArray(value)) return value.entries();
  return typeof value === 'object' && value !== null && !isExactNumber(value) ? Object.entries(value) : [];
}
