import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const maxFiles = 1000;

/** A `strongroom://` link and the absolute paths of files. A second instance sends its own to the first. */
export const HandedOver = z.strictObject({ link: z.string().optional(), files: z.array(z.string()).max(maxFiles) });
export type HandedOver = z.infer<typeof HandedOver>;

/** Options of the shell. The daemon's flags are passed on unchanged. */
export interface LaunchOptions {
  dataDir: string | undefined;
  /** Flags of the daemon, such as `--port 0`. */
  port: string | undefined;
  daemonFlags: readonly string[];
  /** Link and files that the system passes as arguments. */
  handed: HandedOver;
  /** Address of a development server for the interface. A packaged shell ignores it. */
  interfaceUrl: string | undefined;
  /** True at login: then no window is shown. */
  isAtLogin: boolean;
}

const flags = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  'key-store': { type: 'string' },
  'key-store-fallback': { type: 'string' },
  engine: { type: 'string' },
  'kube-context': { type: 'string' },
  'kube-namespace': { type: 'string' },
  'kube-images': { type: 'string' },
  'kube-runtime-class': { type: 'string' },
  'kube-pull-secret': { type: 'string' },
  'interface-url': { type: 'string' },
  'at-login': { type: 'boolean' },
} as const;
const handedOn = [
  ...(['key-store', 'key-store-fallback', 'engine'] as const),
  ...(['kube-context', 'kube-namespace', 'kube-images', 'kube-runtime-class', 'kube-pull-secret'] as const),
] as const;

/**
 * Parses the arguments of the shell and ignores unknown ones, which are for Chromium. `appRoot` is the checkout, which is
 * an argument of an unpackaged Electron and not a file to open.
 */
export function readLaunchOptions(args: readonly string[], appRoot?: string): LaunchOptions {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, strict: false, allowPositionals: true });
  const text = (name: keyof typeof flags) => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    dataDir: text('data-dir'),
    port: text('port'),
    daemonFlags: handedOn.flatMap((name) => {
      const value = text(name);
      // The daemon starts in another folder.
      return value === undefined ? [] : [`--${name}`, name === 'kube-images' ? resolve(value) : value];
    }),
    handed: handedOver(args, positionals, appRoot),
    interfaceUrl: text('interface-url'),
    isAtLogin: values['at-login'] === true,
  };
}

function handedOver(args: readonly string[], positionals: readonly string[], appRoot: string | undefined): HandedOver {
  const link = args.find(isLink);
  const paths = positionals.filter((arg) => arg !== '' && !isLink(arg)).map(pathOf);
  const files = paths.filter((path) => path !== appRoot).slice(0, maxFiles);
  return { files, ...(link !== undefined && { link }) };
}

function isLink(arg: string): boolean {
  return /^strongroom:/i.test(arg);
}

/** Desktops on Linux pass paths or `file:` addresses (Desktop Entry Specification, %U). */
function pathOf(arg: string): string {
  try {
    return arg.startsWith('file:') ? fileURLToPath(arg) : resolve(arg);
  } catch {
    return resolve(arg);
  }
}
