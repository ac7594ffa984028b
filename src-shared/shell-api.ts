import { z } from 'zod';
import { Login } from './contracts/accounts.contract.ts';
import { ShellChallenge, shellPurposes } from './contracts/remembered.contract.ts';
import { CodeName } from './formats/code-name.ts';

/** Screens of the interface, in the order of its navigation. */
export const screenNames = [
  'run',
  'vault',
  'generate',
  'secrets',
  'packages',
  'activity',
  'access',
  'settings',
] as const;
export type ScreenName = (typeof screenNames)[number];

/** Target of a `strongroom://` link. `run` shows a stored script, ready to run; a link never starts a run. */
export type DeepLink = { kind: 'open'; screen: ScreenName } | { kind: 'run'; name: string };

/** Invalid link, with the reason in a sentence. The reason quotes nothing of the link, because anyone can create one. */
export interface RefusedLink {
  kind: 'refused-link';
  reason: string;
}

/** File that the operating system opens with the app: its text, up to 1 MiB, or the reason why it is not shown. */
export type OpenedFile =
  | { kind: 'file'; name: string; code: string }
  | { kind: 'refused-file'; name: string; reason: string };

/** An ended run of this session that the user selected in a notification: to show it, or to run it again. */
export interface NotedRun {
  kind: 'shown-run' | 'repeated-run';
  id: string;
  /** Name of the stored script; absent for other code. */
  script?: string;
}

/** Link or file that the operating system passes to the app, which the window shows; or a run of a notification. */
export type Opening = DeepLink | RefusedLink | OpenedFile | NotedRun;

/** Challenge of the daemon that the shell answers to prove its identity. */
export const ShellProofRequest = z.strictObject({ purpose: z.enum(shellPurposes), challenge: ShellChallenge });
export type ShellProofRequest = z.infer<typeof ShellProofRequest>;

/** Keys that open the quick run window from every program; `off` leaves all keys to the other programs. */
export const quickShortcuts = [
  'off',
  'CommandOrControl+Alt+Space',
  'CommandOrControl+Shift+Space',
  'CommandOrControl+Alt+R',
  'CommandOrControl+Shift+F12',
] as const;
export type QuickShortcut = (typeof quickShortcuts)[number];

/** Settings of the desktop shell on this computer. */
export const ShellSettings = z.strictObject({
  openAtLogin: z.boolean(),
  keepInTray: z.boolean(),
  /** Notifications of ended runs. */
  notifyOfRuns: z.boolean(),
  quickShortcut: z.enum(quickShortcuts),
});
export type ShellSettings = z.infer<typeof ShellSettings>;

export const ShellSettingsPatch = ShellSettings.partial();
export type ShellSettingsPatch = z.infer<typeof ShellSettingsPatch>;

/** The settings, and why the shortcut does not work: a sentence. */
export interface ShellSettingsState extends ShellSettings {
  shortcutProblem?: string;
}

/** Session that the window lends to the quick run window; null if no user is signed in. */
export const LentSession = Login.nullable();
export type LentSession = z.infer<typeof LentSession>;

/** State that the interface reports to the shell. */
export const InterfaceState = z.strictObject({
  signedIn: z.boolean(),
  /** Minutes without use of the computer after which the shell locks the window. */
  autoLockMinutes: z.int().min(1).max(1440),
});
export type InterfaceState = z.infer<typeof InterfaceState>;

/** Names of the stored scripts that were opened last, for the tray; the newest first. */
export const RecentScripts = z.array(CodeName).max(5);
export type RecentScripts = z.infer<typeof RecentScripts>;

/** End of a run. It has no code and no output, because a notification is visible to anyone near the screen. */
export const RunEnd = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  script: CodeName.exactOptional(),
  status: z.enum(['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled', 'interrupted']),
  durationMs: z.number().nonnegative(),
});
export type RunEnd = z.infer<typeof RunEnd>;

/** Stops a listener. */
type Unlisten = () => void;

/** API of the desktop shell: `window.strongroomShell`. It is absent in a browser. */
export interface ShellApi {
  reportState(state: InterfaceState): Promise<void>;
  reportRunEnd(run: RunEnd): Promise<void>;
  reportRecentScripts(names: RecentScripts): Promise<void>;
  /** Answers a challenge of the daemon, in base64; null if the window must ask for the password. */
  prove(request: ShellProofRequest): Promise<string | null>;
  readSettings(): Promise<ShellSettingsState>;
  saveSettings(patch: ShellSettingsPatch): Promise<ShellSettingsState>;
  /** Answers a request of {@link onLend}. */
  lendSession(session: LentSession): Promise<void>;
  /** Listens for requests of the shell to lock the window; the reason is a sentence for the user. */
  onLock(listener: (reason: string) => void): Unlisten;
  /** Listens for requests of the quick run window for the session. */
  onLend(listener: () => void): Unlisten;
  /** Listens for links and files of the operating system. They are delivered once a user is signed in. */
  onOpening(listener: (opening: Opening) => void): Unlisten;
}

/** API of the quick run window: `window.strongroomQuick`. */
export interface QuickApi {
  /** The session of the main window; null if no user is signed in there. */
  readSession(): Promise<LentSession>;
  hide(): Promise<void>;
  /** Brings the main window to the front, in which the user signs in. */
  showMain(): Promise<void>;
}
