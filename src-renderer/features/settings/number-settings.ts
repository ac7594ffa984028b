/** The number fields of the settings, with the limits of the contract in the unit of the field. */
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';

export const mebibyte = 1024 * 1024;

export const limitFields = [
  {
    name: 'seconds',
    label: 'Time limit, seconds',
    path: 'limits.timeoutMs',
    subject: 'The time limit',
    min: 0.1,
    max: 600,
    fraction: true,
  },
  {
    name: 'memoryMb',
    label: 'Memory limit, MiB',
    path: 'limits.memoryMb',
    subject: 'The memory limit',
    min: 32,
    max: 4096,
  },
] as const;

export const historyFields = [
  {
    name: 'keepRuns',
    label: 'Runs to keep',
    path: 'history.keepRuns',
    subject: 'The number of runs',
    min: 0,
    max: 100_000,
  },
  { name: 'maxMb', label: 'Space, MiB', path: 'history.maxBytes', subject: 'The space', min: 1, max: 16_384 },
] as const;

export const sandboxFields = [
  {
    name: 'perAccount',
    label: 'Sandboxes at the same time',
    path: 'sandboxes.perAccount',
    subject: 'The number of sandboxes',
    min: 0,
    max: sandboxLimits.maxPerAccount,
  },
] as const;

export const lockFields = [
  {
    name: 'minutes',
    label: 'Lock after minutes without use',
    path: 'autoLockMinutes',
    subject: 'The number of minutes',
    min: 1,
    max: 1440,
  },
] as const;
