import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { GeneratedRun } from '../../src-shared/contracts/generated-run.ts';
import { approvalHash } from '../../src-shared/formats/approval-hash.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { RunPurpose } from '../core/run-purpose.ts';

export interface DirectRunDeps {
  recordAudit: RecordAudit;
  /** The id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  /** The package list of a language, each as an approval names it. */
  packageLabels: (accountId: number, language: string) => string[];
}

/**
 * A run that was asked for as such: of somebody's own code, or of code that a model wrote and they approved.
 * @throws AppError `not_approved`
 */
export function prepareDirectRun(deps: DirectRunDeps, actor: Actor, asked: ExecuteRequest) {
  const { recordAudit } = deps;
  const { generated, ...own } = asked;
  if (generated === undefined) {
    const recordStart: RunPurpose['recordStart'] = (db, facts) =>
      recordAudit(db, actor, { action: 'code.execute', metadata: facts });
    return { request: asked, purpose: { source: actor.client.source, keepsRequest: true, recordStart } };
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

interface Claim {
  request: ExecuteRequest;
  generated: GeneratedRun;
  accountId: number;
}

/** Holds a run of generated code to what its person approved. */
function checkApproval(
  { findLanguageId, packageLabels }: DirectRunDeps,
  { request, generated, accountId }: Claim,
): void {
  const language = findLanguageId(request.language);
  // Refused as such where the run is planned.
  if (language === undefined) return;
  const { code, secrets = [], network = 'none' } = request;
  const packages = request.packages === false ? [] : packageLabels(accountId, language);
  if (approvalHash({ language, code, secrets, packages, network }) === generated.approval) return;
  throw new AppError(
    'not_approved',
    'The code, its secrets, packages or network are not those that were approved. Look at them and approve them again.',
  );
}
