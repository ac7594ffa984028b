import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Configuration of this machine's pip, by the names of its options. */
export type PipOptions = Readonly<Record<string, string>>;

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads pip's configuration as pip does: the global file, the user's file and PIP_CONFIG_FILE, where later files take
 * precedence, and then `PIP_*` variables (pip.pypa.io, "Configuration"). Unreadable files are ignored.
 */
export async function readPipOptions(machine: Machine): Promise<PipOptions> {
  const { environment } = machine;
  const texts = await Promise.all(configurationFiles(machine).map((path) => readFile(path, 'utf8').catch(() => '')));
  const fromFiles = texts.map(parsePipConfiguration);
  const fromEnvironment = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('PIP_') && value ? [[optionOf(name), value] as const] : [],
  );
  return Object.assign({}, ...fromFiles, Object.fromEntries(fromEnvironment));
}

/** Parses the options of `[global]` and `[install]`. An indented line continues the previous value. */
export function parsePipConfiguration(text: string): PipOptions {
  const sections: Record<string, Record<string, string>> = {};
  let section: Record<string, string> = {};
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const separator = line.search(/[=:]/);
    if (header !== undefined) {
      section = sections[header] ??= {};
      last = undefined;
    } else if (/^\s/.test(line) && last !== undefined) section[last] = `${section[last]} ${line.trim()}`.trim();
    else if (separator > 0 && !/^\s/.test(line)) {
      last = line.slice(0, separator).trimEnd().toLowerCase().replaceAll('_', '-');
      section[last] = line.slice(separator + 1).trim();
    }
  }
  return { ...sections.global, ...sections.install };
}

function configurationFiles({ platform, home, environment }: Machine): string[] {
  const own = environment.PIP_CONFIG_FILE;
  // With Python's os.devnull here, pip reads no configuration file.
  if (own === '/dev/null' || own === 'nul') return [];
  return [...systemFiles({ platform, home, environment }), ...(own ? [own] : [])];
}

function systemFiles({ platform, home, environment }: Machine): string[] {
  if (platform === 'win32') {
    const { ProgramData = 'C:\\ProgramData', APPDATA = join(home, 'AppData', 'Roaming') } = environment;
    return [join(ProgramData, 'pip', 'pip.ini'), join(home, 'pip', 'pip.ini'), join(APPDATA, 'pip', 'pip.ini')];
  }
  const mac = platform === 'darwin';
  const global = mac ? ['/Library/Application Support/pip/pip.conf'] : ['/etc/xdg/pip/pip.conf', '/etc/pip.conf'];
  const user = mac ? join(home, 'Library/Application Support/pip') : undefined;
  const config = environment.XDG_CONFIG_HOME ?? join(home, '.config');
  return [...global, join(home, '.pip/pip.conf'), join(user ?? join(config, 'pip'), 'pip.conf')];
}

function optionOf(variable: string): string {
  return variable.slice('PIP_'.length).toLowerCase().replaceAll('_', '-');
}
