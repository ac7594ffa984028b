import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { z } from 'zod';
import {
  InterfaceState,
  LentSession,
  RecentScripts,
  RunEnd,
  ShellProofRequest,
  ShellSettingsPatch,
} from '../../src-shared/shell-api.ts';
import { pageActions } from '../windows/page-state.ts';
import type { Input, Output, Pushes, PushName, RequestName } from './channels.ts';

/** Returns the page that a frame shows, by its origin. */
export type PageKind = 'interface' | 'quick' | 'shell-page';

type Handlers = { [Name in RequestName]: (input: Input<Name>) => Output<Name> | Promise<Output<Name>> };

const rules: { [Name in RequestName]: { from: PageKind; input: z.ZodType<Input<Name>> } } = {
  'interface:state': { from: 'interface', input: InterfaceState },
  'interface:run-end': { from: 'interface', input: RunEnd },
  'interface:recent-scripts': { from: 'interface', input: RecentScripts },
  'shell:prove': { from: 'interface', input: ShellProofRequest },
  'settings:read': { from: 'interface', input: z.undefined() },
  'settings:save': { from: 'interface', input: ShellSettingsPatch as z.ZodType<Input<'settings:save'>> },
  'interface:lend': { from: 'interface', input: LentSession },
  'quick:session': { from: 'quick', input: z.undefined() },
  'quick:hide': { from: 'quick', input: z.undefined() },
  'quick:show-main': { from: 'quick', input: z.undefined() },
  'page:read': { from: 'shell-page', input: z.undefined() },
  'page:act': { from: 'shell-page', input: z.enum(pageActions) },
};

/**
 * Answers the requests of the shell's pages. Requests from other frames, and inputs that do not match the schema, are
 * rejected before a handler is called.
 */
export function handleRequests(handlers: Handlers, kindOf: (event: IpcMainInvokeEvent) => PageKind | undefined): void {
  for (const name of Object.keys(rules) as RequestName[]) handle(name);

  function handle<Name extends RequestName>(name: Name): void {
    const { from, input } = rules[name];
    ipcMain.handle(name, (event, given: unknown) => {
      if (kindOf(event) !== from) throw new Error(`${name} is not for this page`);
      return handlers[name](input.parse(given));
    });
  }
}

/** Sends a message to the page of a window. */
export function push<Name extends PushName>(target: WebContents, name: Name, content: Pushes[Name]): void {
  target.send(name, content);
}
