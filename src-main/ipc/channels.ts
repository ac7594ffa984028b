/**
 * All channels between the shell and its pages, with the schemas of their messages. Both sides import this module.
 * `requests` are sent by a page and answered by the shell; `pushes` are sent by the shell to a page.
 */
import type {
  InterfaceState,
  LentSession,
  Opening,
  RecentScripts,
  RunEnd,
  ShellProofRequest,
  ShellSettingsPatch,
  ShellSettingsState,
} from '../../src-shared/shell-api.ts';
import type { PageAction, PageState } from '../windows/page-state.ts';

export interface Requests {
  'interface:state': (input: InterfaceState) => void;
  'interface:run-end': (input: RunEnd) => void;
  'interface:recent-scripts': (input: RecentScripts) => void;
  /** Null if the window must ask for the password. */
  'shell:prove': (input: ShellProofRequest) => string | null;
  'settings:read': () => ShellSettingsState;
  'settings:save': (input: ShellSettingsPatch) => ShellSettingsState;
  'interface:lend': (input: LentSession) => void;
  'quick:session': () => Promise<LentSession>;
  'quick:hide': () => void;
  'quick:show-main': () => void;
  'page:read': () => PageState;
  'page:act': (input: PageAction) => void;
}

export interface Pushes {
  'interface:lock': string;
  'interface:open': Opening;
  'interface:lend': undefined;
  'page:state': PageState;
}

export type RequestName = keyof Requests;
export type Input<Name extends RequestName> = Parameters<Requests[Name]>[0];
export type Output<Name extends RequestName> = Awaited<ReturnType<Requests[Name]>>;
export type PushName = keyof Pushes;
