import { type App, type Session, shell, type WebContents } from 'electron';

interface GuardDeps {
  /** Origin whose pages a window may show; undefined while no daemon runs. */
  interfaceOrigin: () => string | undefined;
}

interface SessionGuardDeps extends GuardDeps {
  /** True for a development server, which uses WebSockets. The daemon does not, and another program may have its port. */
  hasWebSockets: boolean;
}

export const shellPageOrigin = 'strongroom-shell://page';

/** The only permission of a page: writing to the clipboard when the user copies. */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

/**
 * Restricts every page of the app: it cannot navigate, open windows or embed other pages, and its only permission is
 * writing to the clipboard.
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

/** Returns true for the interface, the shell's own page, and a frame with inline content. */
export function mayShow(url: string, origin: string | undefined): boolean {
  if (url === 'about:srcdoc' || url === 'about:blank') return true;
  if (!URL.canParse(url)) return false;
  const { protocol, host, pathname } = new URL(url);
  const at = `${protocol}//${host}`;
  return at === shellPageOrigin || (at === origin && pathname === '/');
}

/** Opens the daemon's API documentation in the browser. Pages can open nothing else. */
export function mayOpenOutside(url: string, origin: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: at, pathname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return at === origin && /^\/docs\/?$/.test(pathname);
}

/** Denies all permission requests of pages: devices, camera, location and others. */
export function guardSession(session: Session, { interfaceOrigin, hasWebSockets }: SessionGuardDeps): void {
  const isAllowed = (contents: WebContents | null, permission: string) =>
    allowedPermissions.has(permission) && originOf(contents?.getURL()) === interfaceOrigin();
  session.setPermissionRequestHandler((contents, permission, answer) => answer(isAllowed(contents, permission)));
  session.setPermissionCheckHandler((contents, permission) => isAllowed(contents, permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  // All content of the app comes from the daemon or from its own files.
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
