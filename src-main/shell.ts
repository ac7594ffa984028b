import { join } from 'node:path';
import { app, BrowserWindow, globalShortcut, powerMonitor, session, shell } from 'electron';
import type { ScreenName, ShellProofRequest } from '../src-shared/shell-api.ts';
import type { Locations } from '../src-shared-node/locations.ts';
import type { Environment } from '../src-shared-node/runtime-dir.ts';
import type { AppParts } from './app-parts.ts';
import { readErrorOutput, readLogTail } from './daemon/daemon-log.ts';
import { createPortChoice } from './daemon/kept-port.ts';
import { createSupervisor } from './daemon/supervisor.ts';
import { createEngineTray } from './desktop/engine-tray.ts';
import { createInterfaceLink } from './desktop/interface-link.ts';
import { watchForLock } from './desktop/lock-triggers.ts';
import { setMenu } from './desktop/menu.ts';
import { createNotifications } from './desktop/notifications.ts';
import { setOpenAtLogin } from './desktop/open-at-login.ts';
import { createQuickShortcut } from './desktop/quick-shortcut.ts';
import { stopBeforeQuit } from './desktop/quit.ts';
import type { RunNotice } from './desktop/run-notice.ts';
import { createRunNotices } from './desktop/run-notices.ts';
import { createSessionReturn } from './desktop/session-return.ts';
import { createSettings } from './desktop/settings.ts';
import { createTray } from './desktop/tray.ts';
import { createFileBatch } from './files/file-batch.ts';
import { readOpenedFiles } from './files/read-opened-files.ts';
import { handleRequests } from './ipc/handle-requests.ts';
import { HandedOver, type LaunchOptions } from './launch-options.ts';
import { parseLink } from './links/parse-link.ts';
import { serveDaemonOverSocket } from './windows/daemon-protocol.ts';
import type { PageAction } from './windows/page-state.ts';
import { createQuickWindow } from './windows/quick-window.ts';
import { createSessionLoan } from './windows/session-loan.ts';
import { serveShellPage } from './windows/shell-page.ts';
import { guardSession, guardWebContents } from './windows/web-guards.ts';
import { createWindowKeeper } from './windows/window-keeper.ts';

interface ShellDeps {
  options: LaunchOptions;
  locations: Locations;
  parts: AppParts;
  env: Environment;
  /** Command that the system runs at login. */
  loginCommand: readonly string[];
  /** Folder of the desktop's configuration, on Linux. */
  configHome: string;
}

const defaultPort = 7341;

/** Starts the desktop app: creates all parts and connects them, on one page. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the composition of the app is in one function
export function runShell({ options, locations, parts, env, loginCommand, configHome }: ShellDeps): void {
  const userData = app.getPath('userData');
  const errorOutputPath = join(userData, 'daemon.err');
  const { logDir } = locations;
  const { dataDir, isDefaultDataDir } = locations;

  let isQuitting = false;
  app.on('before-quit', () => {
    isQuitting = true;
  });

  const settings = createSettings({
    path: join(userData, 'shell-settings.json'),
    setOpenAtLogin: (isOpen) => setOpenAtLogin({ app, configHome, command: loginCommand }, isOpen),
  });
  const sessionReturn = createSessionReturn({ path: join(userData, 'window-session.json') });
  const page = createInterfaceLink({
    contents: () => windows.interfaceContents(),
    onChange: () => tray.show(),
    onSignedIn: (isSignedIn) => {
      sessionReturn.note(isSignedIn);
      if (!isSignedIn) removeNotices();
      quick.reload();
    },
  });
  const icon = join(parts.icons, 'app/256x256.png');
  const quick = createQuickWindow({
    preload: parts.preload,
    icon,
    interfaceUrl: () => windows.interfaceUrl(),
    onUnavailable: () => windows.bringForward(),
    isQuitting: () => isQuitting,
  });
  const loan = createSessionLoan(page.askForSession);
  const shortcut = createQuickShortcut(globalShortcut, quick.toggle);
  const settingsState = () => {
    const problem = shortcut.problem();
    return { ...settings.read(), ...(problem !== undefined && { shortcutProblem: problem }) };
  };
  const notifications = createNotifications();
  const runNotices = createRunNotices({
    isWatched: () => windows.isFocused(),
    isOn: () => settings.read().notifyOfRuns,
    show: (notice) => notifyOfRun(notice),
  });
  const removeNotices = () => {
    runNotices.clear();
    notifications.removeAll();
  };
  const { canLock, recentScripts } = page;
  const tray = createEngineTray({ canLock, recentScripts, connect: () => supervisor.connect() });
  const windows = createWindowKeeper({
    preload: parts.preload,
    icon,
    quick,
    statePath: join(userData, 'window-state.json'),
    interfaceUrlOf: (url) => `${(!app.isPackaged && options.interfaceUrl) || url}/`,
    readLog: () => readLogTail({ errorOutputPath, logDir }),
    onInterfaceClosed: () => page.take(undefined),
    onClosed: () => {
      const continuesWithoutWindow = settings.read().keepInTray || process.platform === 'darwin';
      // Closing the window locks the session, except when the app exits with it.
      if (continuesWithoutWindow && !isQuitting) page.take(undefined);
      else page.end();
      if (!continuesWithoutWindow) app.quit();
    },
  });
  const ports = createPortChoice({
    path: join(userData, 'port.json'),
    asked: options.port,
    first: isDefaultDataDir ? defaultPort : 0,
  });
  const supervisor = createSupervisor({
    locations,
    version: app.getVersion(),
    ...(!app.isPackaged && options.interfaceUrl && { othersFirstMs: 20_000 }),
    readErrorOutput: () => readErrorOutput(errorOutputPath),
    onChange: (state) => {
      if (state.kind === 'running' && state.isOwn) tellPort(ports.note(state.url));
      tray.follow(state);
      // The windows are closing: another page would be loaded into them.
      if (!isQuitting) windows.show(state);
    },
    program: (port) => ({
      nodePath: parts.nodePath,
      bundlePath: parts.daemonBundle,
      env,
      errorOutputPath,
      flags: ['--data-dir', dataDir, ...ports.flags(port), ...options.daemonFlags],
    }),
  });

  const go = (screen: ScreenName) => {
    page.follow({ kind: 'open', screen });
    windows.bringForward();
  };
  const notifyOfRun = ({ title, body, run }: RunNotice) => {
    const ask = (kind: 'shown-run' | 'repeated-run') => {
      if (run === undefined) return go('activity');
      const { id, script } = run;
      page.askForRun({ kind, id, ...(script !== undefined && { script }) });
      windows.bringForward();
    };
    const show = { text: 'Show', click: () => ask('shown-run') };
    const again = { text: 'Run again', click: () => ask('repeated-run') };
    notifications.show({ title, body, onClick: show.click, buttons: run ? [show, again] : [show] });
  };
  const openScript = (name: string) => {
    page.follow({ kind: 'run', name });
    windows.bringForward();
  };
  const lockByUser = () => page.lock('You locked this window.');
  const open = ({ link: text, files }: HandedOver) => {
    if (text !== undefined) page.follow(parseLink(text));
    void openFiles(files);
    windows.bringForward();
  };
  const openFiles = async (paths: readonly string[]) => {
    for await (const file of readOpenedFiles(paths)) page.follow(file);
  };
  const prove = (request: ShellProofRequest) => {
    const mayAsk = request.purpose === 'keep' || sessionReturn.isAllowed();
    return (mayAsk ? supervisor.prove(request) : undefined) ?? null;
  };
  const act = (action: PageAction) => {
    if (action === 'quit') app.quit();
    else if (action === 'open-log') void shell.openPath(logDir);
    else if (action === 'replace') void supervisor.replace();
    else retry();
  };
  const tellPort = (body: string | undefined) => {
    // The daemon starts before the app is ready, and there is no notification before that.
    if (body !== undefined)
      void app.whenReady().then(() => notifications.show({ title: 'Strongroom uses another port', body }));
  };
  const retry = () => {
    const state = supervisor.state();
    // Only the page was lost: the daemon still runs.
    if (state.kind === 'running') windows.show(state);
    else void supervisor.retry();
  };
  const daemonOrigin = () => {
    const state = supervisor.state();
    return state.kind === 'running' ? state.url : undefined;
  };
  const interfaceOrigin = () => windows.interfaceUrl()?.replace(/\/$/, '');

  guardWebContents(app, { interfaceOrigin });
  stopBeforeQuit(app, {
    windows: () => BrowserWindow.getAllWindows(),
    stop: async () => {
      tray.remove();
      removeNotices();
      await supervisor.stop();
    },
  });
  app.on('activate', () => windows.bringForward());
  // biome-ignore lint/complexity/useMaxParams: the event is Electron's
  app.on('second-instance', (_event, _argv, _folder, handed) => {
    const { data } = HandedOver.safeParse(handed);
    open(data ?? { files: [] });
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    if (app.isReady()) open({ link: url, files: [] });
    else page.follow(parseLink(url));
  });
  // macOS passes no arguments, but emits an event for each file, also before the app is ready.
  const openedByEvent = createFileBatch((files) =>
    app.isReady() ? open({ files: [...files] }) : void openFiles(files),
  );
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openedByEvent.add(path);
  });

  // No top-level await: `ready` is emitted only after an ESM main module has been evaluated.
  void app.whenReady().then(() => {
    const hasDevServer = !app.isPackaged && options.interfaceUrl !== undefined;
    guardSession(session.defaultSession, { interfaceOrigin, hasWebSockets: hasDevServer });
    // A development server is another origin, and forwards API requests on its own.
    if (!hasDevServer) serveDaemonOverSocket(session.defaultSession, { daemonOrigin, connect: supervisor.connect });
    serveShellPage(session.defaultSession, parts.shellPage);
    handleRequests(
      {
        'interface:state': page.take,
        'interface:run-end': runNotices.take,
        'interface:recent-scripts': page.takeRecent,
        'shell:prove': prove,
        'settings:read': settingsState,
        'settings:save': (patch) => {
          const { quickShortcut } = settings.save(patch);
          if (patch.quickShortcut !== undefined) shortcut.use(quickShortcut);
          return settingsState();
        },
        'interface:lend': loan.answer,
        'quick:session': loan.borrow,
        'quick:hide': quick.hide,
        'quick:show-main': windows.bringForward,
        'page:read': windows.page,
        'page:act': act,
      },
      windows.kindOf,
    );
    const { isPackaged } = app;
    const openApiPage = () => {
      const url = interfaceOrigin();
      if (url !== undefined) void shell.openExternal(`${url}/docs`);
    };
    const openLog = () => void shell.openPath(logDir);
    setMenu({ platform: process.platform, isPackaged, go, lock: lockByUser, openLog, openApiPage });
    const { icons } = parts;
    const { bringForward } = windows;
    shortcut.use(settings.read().quickShortcut);
    const actions = { open: bringForward, openScript, openQuickRun: quick.toggle, lock: lockByUser };
    tray.putUp(createTray({ icons, ...actions, quit: () => app.quit() }));
    watchForLock({ powerMonitor, autoLockMinutes: page.autoLockMinutes, lock: page.lock });
    if (app.isPackaged) app.setAsDefaultProtocolClient('strongroom');
    const { handed } = options;
    if (handed.link !== undefined || handed.files.length > 0) open(handed);
    else if (!options.isAtLogin) windows.bringForward();
  });
  // Not after `ready`: the daemon and Chromium start at the same time.
  void supervisor.start();
}
