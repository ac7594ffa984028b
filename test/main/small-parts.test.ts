import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planRestart } from '../../src-main/daemon/restart-plan.ts';
import { compareVersions } from '../../src-main/daemon/version-check.ts';
import { desktopEntry } from '../../src-main/desktop/desktop-entry.ts';
import { describeEngine } from '../../src-main/desktop/engine-label.ts';
import { trayItems } from '../../src-main/desktop/tray-items.ts';
import { readLaunchOptions } from '../../src-main/launch-options.ts';
import { fitOnScreen, WindowState } from '../../src-main/windows/window-state.ts';

describe('the pause before a restart', () => {
  it('doubles with each crash of the last two minutes', () => {
    const crashes = [0, 1000, 3000, 6000];
    expect(crashes.map((_, index) => planRestart(crashes.slice(0, index + 1)))).toEqual([500, 1000, 2000, 4000]);
  });
  it('is none at all after the fifth', () => {
    expect(planRestart([0, 1000, 3000, 6000, 11_000])).toBeUndefined();
  });
  it('starts again for a daemon that has run for a while', () => {
    expect(planRestart([0, 1000, 3000, 6000, 200_000])).toBe(500);
  });
});

it.each([
  ['0.2.0', 1],
  ['0.1.0', 0],
  ['0.0.9', -1],
  ['0.1.0-beta.1', -1],
  ['what', -1],
])('version %s against 0.1.0 is %i', (theirs, order) => {
  expect(compareVersions(theirs, '0.1.0')).toBe(order);
});

describe('the place of the window', () => {
  const state = { x: 100, y: 80, width: 1200, height: 800, isMaximized: false };
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  it('is kept while a screen shows it', () => {
    expect(fitOnScreen(state, [screen])).toEqual(state);
    expect(fitOnScreen({ ...state, x: -1000 }, [screen])).toMatchObject({ x: -1000 });
    expect(fitOnScreen({ ...state, x: 2000 }, [screen, { ...screen, x: 1920 }])).toMatchObject({ x: 2000 });
  });
  it.each([{ x: 5000 }, { x: -1190 }, { y: -300 }, { y: 1060 }])(
    'is left to the system where no screen shows it: %j',
    (moved) => {
      expect(fitOnScreen({ ...state, ...moved }, [screen])).toEqual({ width: 1200, height: 800, isMaximized: false });
    },
  );
  it('is no larger than a screen that got smaller', () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(fitOnScreen({ ...state, x: 1500 }, [small])).toEqual({ width: 1024, height: 700, isMaximized: false });
  });
  it.each([{ width: 1 }, { height: 1e9 }, { x: 'left' }, { url: 'http://example.com' }])(
    'is not read from %j',
    (bad) => {
      expect(WindowState.safeParse({ ...state, ...bad }).success).toBe(false);
    },
  );
});

describe('the arguments', () => {
  it('are taken with Chromium’s own among them', () => {
    const options = readLaunchOptions(['--no-sandbox', '/app', '--data-dir', '/d', '--port', '0', '--key-store=file']);
    expect(options).toMatchObject({ dataDir: '/d', port: '0', daemonFlags: ['--key-store', 'file'] });
    expect(options.handed).toEqual({ files: ['/app'] });
  });
  it('name a cluster to the daemon, whose files are found from another folder too', () => {
    const given = ['--engine=kubernetes', '--kube-context', 'team', '--kube-namespace', 'a', '--kube-images', 'i.json'];
    const { daemonFlags, handed } = readLaunchOptions(given);
    expect(daemonFlags).toEqual([
      ...['--engine', 'kubernetes', '--kube-context', 'team', '--kube-namespace', 'a'],
      ...['--kube-images', resolve('i.json')],
    ]);
    expect(handed.files).toEqual([]);
  });
  it('hold a link where the system gave one', () => {
    const { handed } = readLaunchOptions(['strongroom://open/run']);
    expect(handed).toEqual({ link: 'strongroom://open/run', files: [] });
  });
  it('hold files, by path or address, and take neither flags, their values nor the checkout for one', () => {
    const args = ['--no-sandbox', '/app', '--data-dir', '/d', '/home/me/a b.py', 'file:///home/me/c%20d.sh', 'e.ts'];
    const { handed } = readLaunchOptions(args, '/app');
    expect(handed).toEqual({ files: ['/home/me/a b.py', '/home/me/c d.sh', resolve('e.ts')] });
  });
});

it('quotes the command of a login as the Desktop Entry Specification has it', () => {
  expect(desktopEntry(['/opt/My "App"/strongroom', '--data-dir', '/a$b\\c 100%'])).toContain(
    String.raw`Exec="/opt/My \\"App\\"/strongroom" "--data-dir" "/a\\$b\\\\c 100%%"`,
  );
});

describe('the menu of the tray', () => {
  const opened: string[] = [];
  const acts = {
    open: () => undefined,
    openQuickRun: () => undefined,
    openScript: (name: string) => void opened.push(name),
    lock: () => undefined,
    quit: () => undefined,
  };
  it('has the state of the engine first, and Open, Lock and Quit', () => {
    const items = trayItems({ label: 'Sandbox ready (docker)', canLock: true, scripts: [] }, acts);
    expect(items[0]).toEqual({ label: 'Sandbox ready (docker)', enabled: false });
    const acting = items.filter(({ click }) => click !== undefined).map(({ label, click }) => [label, click]);
    expect(acting).toEqual([
      ['Open Strongroom', acts.open],
      ['Quick run', acts.openQuickRun],
      ['Lock', acts.lock],
      ['Quit Strongroom', acts.quit],
    ]);
  });
  it.each([true, false])('offers Lock while a user is signed in: %s', (canLock) => {
    const items = trayItems({ label: '', canLock, scripts: [] }, acts);
    expect(items.find(({ label }) => label === 'Lock')?.enabled).toBe(canLock);
  });
  it('lists the recent scripts, and opens the one that is clicked', () => {
    const items = trayItems({ label: '', canLock: true, scripts: ['nightly.sh', 'report'] }, acts);
    const first = items.findIndex(({ label }) => label === 'Recent scripts');
    const [head, ...scripts] = items.slice(first, first + 3);
    expect(head?.enabled).toBe(false);
    expect(scripts.map(({ label }) => label)).toEqual(['nightly.sh', 'report']);
    scripts[1]?.click?.({} as never, undefined, {} as never);
    expect(opened).toEqual(['report']);
  });
});

it('describes the state of the engine in a line', () => {
  const running = { kind: 'running', url: '', pid: 1, isOwn: true } as const;
  const health = {
    status: 'ok',
    version: '0.1.0',
    uptimeSeconds: 1,
    engine: { name: 'docker', status: 'ready', place: 'machine' },
    database: 'ok',
    auditCopy: 'ok',
    integrity: { status: 'ok' },
    keyStore: 'file',
    previousStop: 'clean',
    hasAccounts: true,
  } as const;
  expect(describeEngine(running, health)).toEqual({ tone: 'ready', label: 'Sandbox ready (docker)' });
  const engine = { name: 'kubernetes', status: 'ready', place: 'cluster', cluster: 'prod-eu, namespace a' } as const;
  const label = 'Sandbox ready (kubernetes, cluster prod-eu, namespace a)';
  expect(describeEngine(running, { ...health, engine })).toEqual({ tone: 'ready', label });
  expect(
    describeEngine(running, { ...health, engine: { name: 'docker', status: 'unavailable', place: 'machine' } }).tone,
  ).toBe('down');
  expect(describeEngine({ kind: 'pausing', delayMs: 500 }, undefined).tone).toBe('busy');
});
