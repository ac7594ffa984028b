import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNoteworthy, type RunNotice, runNotice } from '../../../src-main/desktop/run-notice.ts';
import { createRunNotices } from '../../../src-main/desktop/run-notices.ts';
import { createSettings } from '../../../src-main/desktop/settings.ts';
import { RunEnd } from '../../../src-shared/shell-api.ts';

const long: RunEnd = { id: 'one', status: 'succeeded', durationMs: 12_400 };
const failed: RunEnd = { id: 'two', status: 'failed', durationMs: 300, script: 'nightly report.py' };

describe('a notification of a run', () => {
  it('has the name of a stored script, how the run ended and how long it took', () => {
    expect(runNotice([long])).toEqual({ title: 'The run succeeded', body: 'It took 12 s.', run: long });
    const { title, body } = runNotice([failed]) ?? {};
    expect([title, body]).toEqual(['nightly report.py failed', 'It took less than a second.']);
    expect(runNotice([{ ...long, durationMs: 300_000 }])?.body).toBe('It took 5 min.');
  });
  it('counts several runs, and is then about none of them', () => {
    expect(runNotice([long, failed, long])).toEqual({
      title: '3 runs ended',
      body: '2 succeeded, 1 did not.',
      run: undefined,
    });
    expect(runNotice([])).toBeUndefined();
  });
  it.each([
    [long, true],
    [{ ...long, durationMs: 9_999 }, false],
    [failed, true],
    [{ ...long, status: 'cancelled' }, false],
    [{ ...failed, status: 'timed_out' }, true],
  ] as const)('is made for %j: %s', (run, isMade) => {
    expect(isNoteworthy(run)).toBe(isMade);
  });
  it.each([{ script: '<b>' }, { script: 'a\nb' }, { id: '' }, { id: '../a' }, { code: 'print()' }])(
    'is not made from %j',
    (more) => {
      expect(RunEnd.safeParse({ ...long, ...more }).success).toBe(false);
    },
  );
});

describe('the notifications of runs', () => {
  let isWatched = false;
  let isOn = true;
  let shown: RunNotice[] = [];
  const create = () =>
    createRunNotices({ isWatched: () => isWatched, isOn: () => isOn, show: (notice) => shown.push(notice) });
  beforeEach(() => {
    vi.useFakeTimers();
    [isWatched, isOn, shown] = [false, true, []];
  });
  afterEach(() => void vi.useRealTimers());

  it('share one for runs that end together, and get another for a later one', () => {
    const notices = create();
    for (let count = 0; count < 100; count++) notices.take(failed);
    vi.runAllTimers();
    expect(shown.map(({ title }) => title)).toEqual(['100 runs ended']);
    notices.take(long);
    vi.runAllTimers();
    expect(shown.map(({ title }) => title)).toEqual(['100 runs ended', 'The run succeeded']);
  });
  it('stay away in front of the window, when they are off, and for what a lock forgot', () => {
    const notices = create();
    isWatched = true;
    notices.take(failed);
    isWatched = false;
    isOn = false;
    notices.take(failed);
    isOn = true;
    notices.take(failed);
    notices.clear();
    notices.take(failed);
    isWatched = true;
    vi.runAllTimers();
    expect(shown).toEqual([]);
  });
});

it('the settings keep those of an earlier version, which had fewer', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'shell-settings.json');
  writeFileSync(path, '{"openAtLogin":true,"keepInTray":true}');
  const settings = createSettings({ path, setOpenAtLogin: () => undefined });
  const kept = { openAtLogin: true, keepInTray: true, quickShortcut: 'off' };
  expect(settings.read()).toEqual({ ...kept, notifyOfRuns: true });
  settings.save({ notifyOfRuns: false });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...kept, notifyOfRuns: false });
});
