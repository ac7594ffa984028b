import { requestLimits } from '../../src-shared/contracts/execute-request.ts';
import { AppError } from '../errors/app-error.ts';
import type { SandboxJob } from './engine.ts';

type Environment = Pick<SandboxJob, 'args' | 'env' | 'secretNames'>;

/** One string that a program is started with. */
interface Part {
  /** `args[3]`, `env.NAME`, or `secrets.NAME` for the value of a secret. */
  path: string;
  /** As the kernel counts: `NAME=value` and every argument end with a NUL. */
  bytes: number;
}

const maxNamed = 3;

/**
 * Refuses arguments and environment over the limits of a request: 128 KiB for one string, 1 MiB for all.
 * @throws AppError `environment_too_large`, whose details name what is too large
 */
export function refuseLargeEnvironment(environment: Environment): void {
  const parts = partsOf(environment);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (parts.some(isTooLong) || total > requestLimits.environmentBytes) throw environmentTooLarge(environment);
}

/**
 * The refusal of arguments and environment that are too large. The details name each string that is too long or, where
 * none is, the largest ones. It contains no value and no length, because a part may be a secret.
 */
export function environmentTooLarge(environment: Environment): AppError {
  const parts = partsOf(environment);
  const tooLong = parts.filter(isTooLong);
  const advice = 'Pass large data as stdin or a file.';
  if (tooLong.length > 0) {
    return new AppError('environment_too_large', `${listed(tooLong)} over 128 KiB. ${advice}`, {
      details: tooLong.slice(0, maxNamed).map(({ path }) => ({ path, message: 'must be at most 128 KiB' })),
    });
  }
  const largest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, maxNamed);
  return new AppError(
    'environment_too_large',
    `Arguments, environment and secrets are too large together (at most 1 MiB). The largest: ${largest.map(({ path }) => path).join(', ')}. ${advice}`,
    { details: largest.map(({ path }) => ({ path, message: 'is one of the largest parts of what is over 1 MiB' })) },
  );
}

function partsOf({ args, env, secretNames = [] }: Environment): Part[] {
  const secrets = new Set(secretNames);
  return [
    ...args.map((arg, index) => ({ path: `args[${index}]`, bytes: Buffer.byteLength(arg) + 1 })),
    ...Object.entries(env).map(([name, value]) => ({
      path: `${secrets.has(name) ? 'secrets' : 'env'}.${name}`,
      bytes: Buffer.byteLength(`${name}=${value}`) + 1,
    })),
  ];
}

function isTooLong({ bytes }: Part): boolean {
  return bytes > requestLimits.environmentStringBytes;
}

function listed(parts: readonly Part[]): string {
  const named = parts.slice(0, maxNamed).map(({ path }) => path);
  const others = parts.length - named.length;
  const names = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
  return `${names} ${parts.length === 1 ? 'is' : 'are'}`;
}
