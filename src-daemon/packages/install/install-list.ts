import { LayerError } from '../../engine/layers.ts';
import { decodeRequirement } from '../../engine/package-requirement.ts';
import { AppError } from '../../errors/app-error.ts';
import type { LayerRow } from '../layers/layers.store.ts';
import { findList, listPackages, type PackageRow, updateListFailed, updateListInstalled } from '../packages.store.ts';
import { failureMessage } from './failure-message.ts';
import type { InstallDeps } from './install-deps.ts';
import { createLogLines } from './log-lines.ts';
import { obtainLayer } from './obtain-layer.ts';

interface Installation {
  accountId: number;
  language: string;
  signal: AbortSignal;
  /** Called when it is known whether a build is needed. */
  onBegun: () => void;
}

/**
 * Installs a list: uses an existing layer or builds one. The previous layer stays in use until this has succeeded. An
 * aborted installation leaves the list unchanged.
 */
export async function installList(deps: InstallDeps, installation: Installation): Promise<void> {
  const { accountId, language, signal } = installation;
  const log = deps.logOf(accountId);
  const lines = createLogLines();
  const onLine = (text: string) => {
    lines.push(text);
    log.append({ event: 'log', data: { language, text } });
  };
  const packages = listPackages(deps.database.read, accountId).filter((row) => row.language === language);
  log.append({ event: 'started', data: { language, packages: packages.map(describe) } });
  try {
    const layer = packages.length === 0 ? null : await obtainLayer(deps, { ...installation, packages, onLine });
    signal.throwIfAborted();
    recordSuccess(deps, installation, { layer, log: lines.entries() });
  } catch (cause) {
    if (signal.aborted) return;
    recordFailure(deps, installation, { cause, log: lines.entries() });
  }
}

function recordSuccess(
  deps: InstallDeps,
  { accountId, language }: Installation,
  { layer, log }: { layer: LayerRow | null; log: readonly string[] },
): void {
  const layerId = layer?.id ?? null;
  deps.database.transaction((db) => updateListInstalled(db, { accountId, language, layerId, log: log.join('\n') }));
  const packages = layer?.contents.length ?? 0;
  const sizeBytes = layer?.sizeBytes ?? 0;
  deps.logOf(accountId).append({ event: 'installed', data: { language, packages, sizeBytes } });
  deps.log.info({ accountId, language, packages, sizeBytes }, 'packages installed');
  deps.onInstalled(language, layerId);
}

function recordFailure(
  deps: InstallDeps,
  installation: Installation,
  { cause, log }: { cause: unknown; log: readonly string[] },
): void {
  const { accountId, language } = installation;
  const error = failureMessage(deps, installation, { cause, log });
  const isRetried = waitsForEngine(cause) ? 1 : 0;
  deps.database.transaction((db) =>
    updateListFailed(db, { accountId, language, error, isRetried, log: log.join('\n') }),
  );
  // The account may have been deleted during the installation.
  if (findList(deps.database.read, accountId, language) === undefined) return;
  deps.logOf(accountId).append({ event: 'failed', data: { language, error } });
}

/** A registry of a cluster can be used after a login, or a start with another list of images. */
const retriedCodes: readonly string[] = [
  ...['engine_unavailable', 'cluster_not_allowed', 'packages_unavailable'],
  ...['capacity_unavailable', 'egress_unavailable'],
];

/** Returns true if the list is installed when an engine is ready, or when the account allows the engine. */
function waitsForEngine(cause: unknown): boolean {
  if (cause instanceof LayerError) return cause.fault === 'needs_docker';
  return cause instanceof AppError && retriedCodes.includes(cause.code);
}

function describe({ name, requested }: PackageRow): string {
  const { range, extras } = decodeRequirement(requested ?? '');
  return [extras.length === 0 ? name : `${name}[${extras.join(',')}]`, range].filter(Boolean).join(' ');
}
