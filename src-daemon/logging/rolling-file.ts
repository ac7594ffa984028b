/// <reference path="./pino-roll.d.ts" />
import type build from 'pino-roll';
import { loadedAtFirstCall, requireWithPresets } from '../core/preset-module.ts';

/**
 * Opens a log file that is continued in the next one at a size. pino-roll requires all 300 modules of date-fns for names
 * by date, which the daemon does not use.
 */
export const openRollingFile = requireWithPresets<typeof build>('pino-roll', (require) => ({
  'date-fns': loadedAtFirstCall(require, 'date-fns'),
}));
