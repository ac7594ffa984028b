import type { RunOptions } from '../../src-shared/contracts/execute-request.ts';
import { CliError } from '../cli-error.ts';
import { readEnvFiles } from '../input/env-file.ts';
import type { Tools } from '../toolbox.ts';

/** Values of `--env` and `--env-file`. */
export interface VariableFlags {
  env: string[];
  envFile: string[];
}

/** Returns the variables of `--env-file` and `--env`. @throws CliError */
export function readVariables({ env, envFile }: VariableFlags, reporter: Tools['reporter']): Pick<RunOptions, 'env'> {
  if (env.length + envFile.length === 0) return {};
  return { env: { ...readEnvFiles(envFile, reporter), ...Object.fromEntries(env.map(splitVariable)) } };
}

/** Splits `NAME=VALUE`. @throws CliError `usage` */
export function splitVariable(text: string): [string, string] {
  const cut = text.indexOf('=');
  if (cut < 1) throw new CliError('usage', `--env must be NAME=VALUE, not "${text}".`);
  return [text.slice(0, cut), text.slice(cut + 1)];
}
