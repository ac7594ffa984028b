/** What the shell's own page shows, while there is no interface to show. */
export interface PageState {
  kind: 'working' | 'problem';
  title: string;
  message: string;
  /** The end of what the daemon wrote, and where the rest is. */
  log?: { path: string; lines: string };
  actions: readonly PageAction[];
}

export const pageActions = ['retry', 'replace', 'open-log', 'quit'] as const;
export type PageAction = (typeof pageActions)[number];
