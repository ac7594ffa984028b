import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { GeneratedRun } from '../../src-shared/contracts/generated-run.ts';
import { approvalHash } from '../../src-shared/formats/approval-hash.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../errors/app-error.ts';
import type { RunPurpose } from '../work/run-purpose.ts';

export interface DirectRunDeps {
  recordAudit: RecordAudit;
  /** Returns the id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  /** Returns the package list of a language, each entry as in an approval. */
  packageLabels: (accountId: number, language: string) => string[];
}

/**
 * Prepares a run that a user requested directly: of their own code, or of generated code that they approved.
 * @throws AppError `not_approved`
 */
export function prepareDirectRun(deps: DirectRunDeps, actor: Actor, input: ExecuteRequest) {
  const { recordAudit } = deps;
  const { generated, ...own } = input;
  if (generated === undefined) {
    const recordStart: RunPurpose['recordStart'] = (db, facts) =>
      recordAudit(db, actor, { action: 'code.execute', metadata: facts });
    return { request: input, purpose: { source: actor.client.source, keepsRequest: true, recordStart } };
  }
  const request = { ...own, secrets: own.secrets ?? [] };
  checkApproval(deps, { request, generated, accountId: actor.accountId });
  const { prompt, model, attempt = 1, approval } = generated;
  const recordStart: RunPurpose['recordStart'] = (db, facts) => {
    const metadata = { ...facts, prompt, model, attempts: attempt, approval };
    recordAudit(db, actor, { action: 'code.generate_execute', metadata });
  };
  return { request, purpose: { source: 'generate', keepsRequest: true, recordStart } };
}

interface ClaimedApproval {
  request: ExecuteRequest;
  generated: GeneratedRun;
  accountId: number;
}

/** Checks that a run of generated code is exactly what the user approved. */
function checkApproval(
  { findLanguageId, packageLabels }: DirectRunDeps,
  { request, generated, accountId }: ClaimedApproval,
): void {
  const language = findLanguageId(request.language);
  // `planRun` refuses an unknown language.
  if (language === undefined) return;
  const { code, secrets = [], network = 'none' } = request;
  const listed = request.packages === false ? [] : packageLabels(accountId, language);
  const packages = [...listed, ...(request.withPackages ?? [])];
  if (approvalHash({ language, code, secrets, packages, network }) === generated.approval) return;
  throw new AppError(
    'not_approved',
    'The code, secrets, packages or network differ from what was approved. Review them and approve them again.',
  );
}
