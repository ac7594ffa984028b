import { z } from 'zod';
import { ShellChallenge, shellPurposes } from './contracts/remembered.contract.ts';

/** The screens of the interface, in the order of its rail. */
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

/** What a `strongroom://` link asks for. `run` shows a stored script, ready to run: a link starts nothing by itself. */
export type DeepLink = { kind: 'open'; screen: ScreenName } | { kind: 'run'; name: string };

/** A link that leads nowhere, with the reason in a sentence. Nothing of the link is in it: anybody can make one. */
export interface RefusedLink {
  kind: 'refused-link';
  reason: string;
}

/** A file that the system opens with the app: its text, up to 1 MiB, or in words why it is not shown. */
export type OpenedFile =
  | { kind: 'file'; name: string; code: string }
  | { kind: 'refused-file'; name: string; reason: string };

/** What the system hands over for the window to show; none of it is run. */
export type Opening = DeepLink | RefusedLink | OpenedFile;

/** What the shell is asked to prove itself for to the daemon. */
export const ShellProofRequest = z.strictObject({ purpose: z.enum(shellPurposes), challenge: ShellChallenge });
export type ShellProofRequest = z.infer<typeof ShellProofRequest>;

/** The shell's own settings, of this computer. */
export const ShellSettings = z.strictObject({ openAtLogin: z.boolean(), keepInTray: z.boolean() });
export type ShellSettings = z.infer<typeof ShellSettings>;

export const ShellSettingsPatch = ShellSettings.partial();
export type ShellSettingsPatch = z.infer<typeof ShellSettingsPatch>;

/** What the interface tells the shell of itself. */
export const InterfaceState = z.strictObject({
  signedIn: z.boolean(),
  /** After so many minutes without use of the computer the shell locks the window. */
  autoLockMinutes: z.int().min(1).max(1440),
});
export type InterfaceState = z.infer<typeof InterfaceState>;

/** A run that came to its end: no code and no output, which a notification would show to whoever looks. */
export const RunEnd = z.strictObject({
  status: z.enum(['succeeded', 'failed', 'timed_out', 'out_of_memory', 'cancelled', 'interrupted']),
  durationMs: z.number().nonnegative(),
});
export type RunEnd = z.infer<typeof RunEnd>;

/** Stops a listener. */
type Unlisten = () => void;

/** What the window has as `strongroomShell` where the interface runs in the desktop shell, and a browser has not. */
export interface ShellApi {
  reportState(state: InterfaceState): Promise<void>;
  reportRunEnd(run: RunEnd): Promise<void>;
  /** The answer to a challenge of the daemon, in base64; null where the window has to ask for the password. */
  prove(request: ShellProofRequest): Promise<string | null>;
  readSettings(): Promise<ShellSettings>;
  saveSettings(patch: ShellSettingsPatch): Promise<ShellSettings>;
  /** The shell wants the window locked; the reason is a sentence for the user. */
  onLock(listener: (reason: string) => void): Unlisten;
  /** A link or file of the system, once somebody is signed in. */
  onOpening(listener: (opening: Opening) => void): Unlisten;
}
