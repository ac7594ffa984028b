import type { ProjectRule } from './project-rules.ts';

/** Modules whose state outlives a session, each with the reason why it holds nothing of an account. */
const allowed: Readonly<Record<string, string>> = {
  'src-renderer/client/session/session-scope.ts': 'makes the stores of a session and drops them',
  'src-renderer/client/session/session.ts': 'holds the session itself, null once it has ended',
  'src-renderer/client/session/leave-session.ts': 'is true while the window leaves its session',
  'src-renderer/client/query-client.ts': 'makes the cache of each session, and one for the sign-in form',
  'src-renderer/client/prove-daemon.ts': 'holds a proof of the daemon while it is asked for',
  'src-renderer/client/send.ts': 'holds a renewal while it is asked for',
  'src-renderer/crypto/held-keys.ts':
    'has the worker of the open vault, which is terminated when the vault closes or the session ends',
  'src-renderer/features/accounts/remembered-session.ts':
    'holds a restored login while it is asked for, before its session begins',
  'src-renderer/ui/code-editor/editor-handlers.ts': 'has the text of an editor as long as the editor itself exists',
  'src-renderer/ui/code-editor/syntax/python-parser.ts': 'has the parser of Python, which has read no code',
  'src-renderer/ui/controls/copy-text.ts': 'is true while the clipboard holds a secret, not the secret',
  'src-renderer/ui/data/table/open-table.ts': 'has a worker that has read no file yet',
  'src-renderer/ui/overlays/toasts.ts': 'counts toasts',
  'src-renderer/ui/page/use-theme.ts': 'is the theme, which the browser keeps for everyone',
};

/** Match a store, a cache or a variable that is created when its module is loaded, and so outlives a session. */
const lasting = [
  /\bimport (?!type\b)[^;]*\bcreate(Store)?\b[^;]*\bfrom 'zustand(\/vanilla)?'/,
  /\bnew QueryClient\(/,
  /^(export )?let /m,
  /^(export )?const \w+(: [^=]+)? = new (WeakMap|Map|Set|AbortController)(<[^()]*>)?\(\)/m,
];

export const pageStateRule: ProjectRule = {
  name: 'state of the page belongs to a session (defineSessionStore, sessionQueries), or its module is listed with a reason',
  findViolations: (path, source) =>
    path.startsWith('src-renderer/') && !(path in allowed)
      ? lasting.flatMap((pattern) => pattern.exec(source)?.[0].slice(0, 60) ?? [])
      : [],
};
