import type { ExecuteRequest, RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { PackageInfo } from '../../../src-shared/contracts/packages.contract.ts';
import { type ApprovedRun, approvalHash, packageLabel } from '../../../src-shared/formats/approval-hash.ts';
import type { Round } from './rounds.ts';

interface Reviewed {
  round: Round;
  language: string;
  options: RunOptions;
  /** The package list of the language as it stands. */
  packages: readonly PackageInfo[];
}

/** All of a run that a person sees on the card and approves. */
export function approvedRunOf({ round, language, options, packages }: Reviewed): ApprovedRun {
  return {
    language,
    code: round.code,
    secrets: options.secrets ?? [],
    packages: options.packages === false ? [] : packages.map(packageLabel),
    network: options.network ?? 'none',
  };
}

/** The request that runs exactly what was approved. */
export function approvedRequest(reviewed: Reviewed, prompt: string) {
  const { round, language, options } = reviewed;
  const approval = approvalHash(approvedRunOf(reviewed));
  const generated = { prompt, model: round.model, attempt: round.number, approval };
  return { ...options, language, code: round.code, secrets: options.secrets ?? [], generated } satisfies ExecuteRequest;
}
