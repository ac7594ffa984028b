/**
 * Every channel between the shell and its pages, with what travels on it: the one place where both sides look.
 * `requests` go from a page to the shell and are answered; `pushes` go from the shell to a page.
 */
import type {
  InterfaceState,
  Opening,
  RunEnd,
  ShellProofRequest,
  ShellSettings,
  ShellSettingsPatch,
} from '../../src-shared/shell-api.ts';
import type { PageAction, PageState } from '../windows/page-state.ts';

export interface Requests {
  'interface:state': (input: InterfaceState) => void;
  'interface:run-end': (input: RunEnd) => void;
  /** Null: the window has to ask for the password. */
  'shell:prove': (input: ShellProofRequest) => string | null;
  'settings:read': () => ShellSettings;
  'settings:save': (input: ShellSettingsPatch) => ShellSettings;
  'page:read': () => PageState;
  'page:act': (input: PageAction) => void;
}

export interface Pushes {
  'interface:lock': string;
  'interface:open': Opening;
  'page:state': PageState;
}

export type RequestName = keyof Requests;
export type Input<Name extends RequestName> = Parameters<Requests[Name]>[0];
export type Output<Name extends RequestName> = ReturnType<Requests[Name]>;
export type PushName = keyof Pushes;
