import { skeleton } from './0001-skeleton.ts';
import { vault } from './0002-vault.ts';
import { packages } from './0003-packages.ts';
import { providers } from './0004-providers.ts';
import { keptSessions } from './0005-kept-sessions.ts';
import { executionTotals } from './0006-execution-totals.ts';
import { runMakers } from './0007-run-makers.ts';
import { itemHeads } from './0008-item-heads.ts';
import { browserSessions } from './0009-browser-sessions.ts';
import { drafts } from './0010-drafts.ts';
import { sandboxes } from './0011-sandboxes.ts';
import { egress } from './0012-egress.ts';
import { runLabels } from './0013-run-labels.ts';
import { renamedCode } from './0014-renamed-code.ts';
import { sandboxRights } from './0015-sandbox-rights.ts';
import { keyRules } from './0016-key-rules.ts';
import { reseals } from './0017-reseals.ts';
import { runLayers } from './0018-run-layers.ts';
import { runLocations } from './0019-run-locations.ts';

/** The statements of one step; the step's number is its place in the list, counted from 1. */
export type Migration = readonly string[];

/** All steps in order. A released step never changes: a change is a new step at the end. */
export const migrations: readonly Migration[] = [
  skeleton,
  vault,
  packages,
  providers,
  keptSessions,
  executionTotals,
  runMakers,
  itemHeads,
  browserSessions,
  drafts,
  sandboxes,
  egress,
  runLabels,
  renamedCode,
  sandboxRights,
  keyRules,
  reseals,
  runLayers,
  runLocations,
];
