import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Machine } from './pip-configuration.ts';

/** What this machine's npm would use; empty where there is no npm. */
export interface NpmOptions {
  registry?: string;
  cafile?: string;
  proxy?: string;
  noProxy?: string;
}

const limitMs = 15_000;

/**
 * Asks this machine's npm for its own configuration, which nobody else can work out: it lies beside npm itself, with
 * the user, and in the environment. Credentials are never in the answer.
 */
export async function readNpmOptions({ platform, home, environment }: Machine): Promise<NpmOptions> {
  try {
    // Node refuses to start a .cmd without a shell; nothing of the command is of anybody's making.
    const { stdout } = await promisify(execFile)('npm', ['config', 'list', '--json'], {
      cwd: home,
      env: environment as NodeJS.ProcessEnv,
      timeout: limitMs,
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
