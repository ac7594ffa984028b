import { describe, expect, it } from 'vitest';
import { readJsonArray } from '../../../../src-renderer/ui/data/table/model/read-records.ts';
import { type JsonNode, readJsonTree } from '../../../../src-renderer/ui/data/tree/json-tree.ts';
import { everyContainer, pathOf, rowsOf, textOfNode } from '../../../../src-renderer/ui/data/tree/tree-rows.ts';

describe('a JSON tree', () => {
  it('has rows for expanded values only, with paths and values', () => {
    const root = treeOf('{"list":[1,{"a b":"x\\ny"}],"ok":true}');
    expect(rowsOf(root, new Set()).map(pathOf)).toEqual(['$']);
    const rows = rowsOf(root, everyContainer(root));
    expect(rows.map(pathOf)).toEqual(['$', '$.list', '$.list[0]', '$.list[1]', '$.list[1]["a b"]', '$.ok']);
    expect(rows.map(({ level, position, siblings }) => [level, position, siblings])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 2],
      [3, 2, 2],
      [4, 1, 1],
      [2, 2, 2],
    ]);
    expect(rows.map(({ node }) => textOfNode(node))).toEqual([
      '{"list": [1, {"a b": "x\\ny"}], "ok": true}',
      '[1, {"a b": "x\\ny"}]',
      '1',
      '{"a b": "x\\ny"}',
      'x\ny',
      'true',
    ]);
  });

  it('keeps the digits of numbers that JavaScript rounds, as a table does', () => {
    expect(textOfNode(treeOf('[12345678901234567890, 1.5]'))).toBe('[12345678901234567890, 1.5]');
    expect(readJsonArray('[{"id":12345678901234567890}]')?.rows).toEqual([['12345678901234567890']]);
    expect(readJsonArray('[12345678901234567890]')).toBeUndefined();
  });

  it('gives the reason for a text that is not JSON', () => {
    expect(readJsonTree('{"a": 1,')).toMatchObject({
      kind: 'broken',
      reason: expect.stringMatching(/^The file is not valid JSON: ./),
    });
    expect(readJsonTree('')).toMatchObject({ kind: 'broken' });
  });

  it('is bounded in count, depth and length of a text, and a cut value is not copied', () => {
    const wide = readJsonTree(`[${'0,'.repeat(100_000)}0]`);
    expect(wide).toMatchObject({ isCut: true, root: { count: 100_001, children: { length: 29_999 } } });
    expect(wide.kind === 'tree' && textOfNode(wide.root)).toBeUndefined();
    const deep = readJsonTree(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(deep).toMatchObject({ kind: 'tree', isCut: true });
    expect(deep.kind === 'tree' && rowsOf(deep.root, everyContainer(deep.root))).toHaveLength(61);
    const long = treeOf(JSON.stringify('x'.repeat(50_000)));
    expect(long.text).toHaveLength(10_000);
    expect(textOfNode(long)).toBeUndefined();
  });
});

function treeOf(text: string): JsonNode {
  const answer = readJsonTree(text);
  if (answer.kind !== 'tree') throw new Error(answer.reason);
  return answer.root;
}
