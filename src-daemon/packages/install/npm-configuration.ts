import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Machine } from './pip-configuration.ts';

/** Options of this machine's npm; empty if npm is not installed. */
export interface NpmOptions {
  registry?: string;
  cafile?: string;
  proxy?: string;
  noProxy?: string;
}

const timeoutMs = 15_000;

/**
 * Reads the configuration of this machine's npm by running npm, because it merges files of npm, files of the user and the
 * environment. The result contains no credentials.
 */
export async function readNpmOptions({ platform, home, environment }: Machine): Promise<NpmOptions> {
  try {
    // Node refuses to start a .cmd file without a shell. The command contains no external input.
    const { stdout } = await promisify(execFile)('npm', ['config', 'list', '--json'], {
      cwd: home,
      env: environment as NodeJS.ProcessEnv,
      timeout: timeoutMs,
      maxBuffer: 4 * 1024 * 1024,
      shell: platform === 'win32',
    });
    const options = JSON.parse(stdout) as Record<string, unknown>;
    return {
      ...textField('registry', options.registry),
      ...textField('cafile', options.cafile),
      ...textField('proxy', options['https-proxy'] ?? options.proxy),
      ...textField('noProxy', Array.isArray(options.noproxy) ? options.noproxy.join(',') : options.noproxy),
    };
  } catch {
    return {};
  }
}

function textField<Name extends string>(name: Name, value: unknown): { [key in Name]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [key in Name]?: string }) : {};
}
