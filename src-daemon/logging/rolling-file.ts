/// <reference path="./pino-roll.d.ts" />
import type build from 'pino-roll';
import { loadedAtFirstCall, requireWithPresets } from '../core/preset-module.ts';

/**
 * Opens a log file that continues in a new file at a maximum size. pino-roll loads all 300 modules of date-fns for file
 * names with dates, which the daemon does not use, so date-fns is loaded only if it is called.
 */
export const openRollingFile = requireWithPresets<typeof build>('pino-roll', (require) => ({
  'date-fns': loadedAtFirstCall(require, 'date-fns'),
}));
