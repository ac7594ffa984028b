/** State of the shell's own page, which is shown while there is no interface. */
export interface PageState {
  kind: 'working' | 'problem';
  title: string;
  message: string;
  /** Last lines of the daemon's output, and the path of its log. */
  log?: { path: string; lines: string };
  actions: readonly PageAction[];
}

export const pageActions = ['retry', 'replace', 'open-log', 'quit'] as const;
export type PageAction = (typeof pageActions)[number];
