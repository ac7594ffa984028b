import type { ExecuteRequest, RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { PackageInfo } from '../../../src-shared/contracts/packages.contract.ts';
import { type ApprovedRun, approvalHash, packageLabel } from '../../../src-shared/formats/approval-hash.ts';
import type { Round } from './rounds.ts';

interface Reviewed {
  round: Round;
  language: string;
  options: RunOptions;
  /** The current package list of the language. */
  packages: readonly PackageInfo[];
}

/** Returns everything that the user approves on the card. */
export function approvedRunOf({ round, language, options, packages }: Reviewed): ApprovedRun {
  return {
    language,
    code: round.code,
    secrets: options.secrets ?? [],
    packages: [...(options.packages === false ? [] : packages.map(packageLabel)), ...(options.withPackages ?? [])],
    network: options.network ?? 'none',
  };
}

/** Returns the request that runs exactly what the user approved. */
export function approvedRequest(reviewed: Reviewed, prompt: string) {
  const { round, language, options } = reviewed;
  const approval = approvalHash(approvedRunOf(reviewed));
  const generated = { prompt, model: round.model, attempt: round.number, approval };
  return { ...options, language, code: round.code, secrets: options.secrets ?? [], generated } satisfies ExecuteRequest;
}
