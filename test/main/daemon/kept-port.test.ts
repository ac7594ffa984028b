/** The port of a data folder: remembered, and come back to when another program had it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPortChoice } from '../../../src-main/daemon/kept-port.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'kept-port-')), 'port.json');
});
const choose = (more: { asked?: string; first?: number } = {}) =>
  createPortChoice({ path, asked: more.asked, first: more.first ?? 0 });
const url = (port: number) => `http://127.0.0.1:${port}`;

describe('data that get any free port', () => {
  it('keep the one of their first start', () => {
    const first = choose();
    expect(first.flags(undefined)).toEqual(['--port', '0']);
    expect(first.note(url(40_001))).toBeUndefined();
    const second = choose();
    expect(second.flags(undefined)).toEqual(['--prefer-port', '40001']);
    expect(second.note(url(40_001))).toBeUndefined();
  });

  it('say once when another program has it, and come back to it', () => {
    choose().note(url(40_001));
    const fallback = choose();
    expect(fallback.note(url(40_002))).toContain('Another program has port 40001');
    expect(fallback.note(url(40_002))).toBeUndefined();
    expect(choose().flags(undefined)).toEqual(['--prefer-port', '40001']);
  });

  it('start again at the port of the window that is open', () => {
    choose().note(url(40_001));
    expect(choose().flags(40_002)).toEqual(['--port', '40002']);
  });

  it('take any other where the file cannot be read', () => {
    writeFileSync(path, '{"port":0}');
    expect(choose().flags(undefined)).toEqual(['--port', '0']);
  });
});

it('a port that was asked for, and the usual one, are neither remembered nor exchanged', () => {
  choose().note(url(40_001));
  for (const [fixed, port] of [
    [choose({ asked: '8000' }), '8000'],
    [choose({ first: 7341 }), '7341'],
  ] as const) {
    expect(fixed.flags(undefined)).toEqual(['--port', port]);
    expect(fixed.note(url(40_009))).toBeUndefined();
  }
  expect(choose().flags(undefined)).toEqual(['--prefer-port', '40001']);
});
