/** Compares docs/architecture.md with the checkout. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource } from '../house/checkout.ts';
import { docs } from './page.ts';

const root = join(docs, '..');
const page = readSource('docs/architecture.md');
const named = [...page.matchAll(/[`>]((?:src-[a-z-]+|resources|clients)(?:\/[\w./-]*)?)[`"]/g)].map(
  ([, path = '']) => path,
);

it('the architecture names only folders and files that exist', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('the architecture has every folder of sources', () => {
  const folders = readdirSync(root).filter((name) => /^(src-.*|clients|resources)$/.test(name));
  expect(folders.filter((name) => !named.includes(name))).toEqual([]);
});

it('each node of the diagram has a connection, and each connection two nodes', () => {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
  const nodes = [...diagram.matchAll(/^ *(?:subgraph )?(\w+)[[(]/gm)].map(([, name]) => name);
  const lines = diagram.split('\n').filter((line) => /--|-\./.test(line));
  const ends = lines.map((line) => line.trim().split(/ -.*-+>? | --- /));
  expect(ends.filter((pair) => pair.length !== 2 || pair.some((name) => !nodes.includes(name)))).toEqual([]);
  const connected = new Set(ends.flat());
  const groups = ['clients', 'machine'];
  expect(nodes.filter((name) => name && !connected.has(name) && !groups.includes(name))).toEqual([]);
});
