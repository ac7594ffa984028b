import { requireScope, requireSecretNames } from '../../core/rights.ts';
import type { AgentRequest } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { explainFailure, hasFailed } from '../prompts/explain-failure.ts';
import { runScript } from '../prompts/run-script.ts';
import type { Completers } from './completion.ts';
import { runParts, templates } from './run-uris.ts';

/** Number of runs whose ids are offered. */
const maxRuns = 100;

/** Returns the completers of the prompts and resource templates. */
export function agentCompleters({ services }: Pick<AgentDeps, 'services'>): Completers {
  const listRuns = async ({ actor }: AgentRequest) => {
    requireScope(actor, 'execute');
    return (await services.executions.list(actor, { limit: maxRuns })).executions;
  };
  const runs = async (request: AgentRequest) => (await listRuns(request)).map(({ id }) => id);
  const failedRuns = async (request: AgentRequest) => (await listRuns(request)).filter(hasFailed).map(({ id }) => id);
  const scripts = ({ actor }: AgentRequest) => {
    requireScope(actor, 'vault');
    return services.vault.list(actor, { purpose: 'completion' }).map(({ name }) => name);
  };
  const secrets = ({ actor }: AgentRequest) => {
    requireSecretNames(actor);
    const found = services.secrets.list(actor, { purpose: 'completion' });
    return found.flatMap(({ name, injected }) => (injected === false ? [] : [name]));
  };
  return {
    [runScript]: { script: scripts, secret: secrets },
    [explainFailure]: { run: failedRuns },
    [templates.run]: { id: runs },
    [templates['run-part']]: { id: runs, part: () => runParts },
    [templates['run-file']]: { id: runs },
    [templates.language]: { language: () => services.languages().map(({ id }) => id) },
    [templates.script]: { name: scripts },
  };
}
