import { type App, type Session, shell, type WebContents } from 'electron';

interface GuardDeps {
  /** The origin whose pages a window may show now; undefined while there is no daemon. */
  interfaceOrigin: () => string | undefined;
}

interface SessionGuardDeps extends GuardDeps {
  /** A development server speaks to its page over one; the daemon does not, and its port may be another program's. */
  hasWebSockets: boolean;
}

export const shellPageOrigin = 'strongroom-shell://page';

/** The only permissions that a page gets: it writes to the clipboard when its user copies. */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

/**
 * Holds every page of the app, whoever made it: it stays at its address, opens no window, embeds nothing and is granted
 * nothing but writing to the clipboard.
 */
export function guardWebContents(app: App, { interfaceOrigin }: GuardDeps): void {
  app.on('web-contents-created', (_event, contents) => {
    const refuse = (details: { url: string; preventDefault(): void }) => {
      if (!mayShow(details.url, interfaceOrigin())) details.preventDefault();
    };
    contents.on('will-navigate', refuse);
    contents.on('will-frame-navigate', refuse);
    contents.on('will-redirect', refuse);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenOutside(url, interfaceOrigin())) void shell.openExternal(url);
      return { action: 'deny' };
    });
  });
}

/** The interface itself, the shell's own page, and a frame with the text that its parent gives it. */
export function mayShow(url: string, origin: string | undefined): boolean {
  if (url === 'about:srcdoc' || url === 'about:blank') return true;
  if (!URL.canParse(url)) return false;
  const { protocol, host, pathname } = new URL(url);
  const at = `${protocol}//${host}`;
  return at === shellPageOrigin || (at === origin && pathname === '/');
}

/** The daemon's page of its API is for the browser; nothing else is opened by a page. */
export function mayOpenOutside(url: string, origin: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: at, pathname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return at === origin && /^\/docs\/?$/.test(pathname);
}

/** Refuses what pages ask of the session: devices, camera, location and all else. */
export function guardSession(session: Session, { interfaceOrigin, hasWebSockets }: SessionGuardDeps): void {
  const isAllowed = (contents: WebContents | null, permission: string) =>
    allowedPermissions.has(permission) && originOf(contents?.getURL()) === interfaceOrigin();
  session.setPermissionRequestHandler((contents, permission, answer) => answer(isAllowed(contents, permission)));
  session.setPermissionCheckHandler((contents, permission) => isAllowed(contents, permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  // All that the app shows comes from the daemon or from its own files.
  const mayAsk = (url: string) => mayLoad(hasWebSockets ? url.replace(/^ws:/, 'http:') : url, interfaceOrigin());
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayAsk(url) }));
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

function mayLoad(url: string, origin: string | undefined): boolean {
  if (/^(blob|data|about|devtools):/.test(url)) return true;
  const { protocol, host } = new URL(url);
  const at = `${protocol}//${host}`;
  return at === shellPageOrigin || at === origin;
}
