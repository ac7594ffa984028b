import type { GetPromptResult } from '@modelcontextprotocol/server';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { requireScope } from '../../core/rights.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AgentRequest } from '../agent-call.ts';
import type { AgentServices } from '../agent-services.ts';

export const runScript = 'run-script';

interface Arguments {
  script: string;
  secret?: string | undefined;
  input?: string | undefined;
}

/**
 * Returns the request to run a stored script. Names and input are quoted as JSON, so that no character of them ends the
 * sentence around it.
 * @throws AppError `forbidden`, `code_not_found`
 */
export function runStoredScript(
  { vault }: Pick<AgentServices, 'vault'>,
  { actor }: AgentRequest,
  { script, secret, input }: Arguments,
): GetPromptResult {
  requireScope(actor, 'vault');
  const found = vault.list(actor).find(({ name }) => name === script);
  if (found === undefined)
    throw new AppError('code_not_found', 'There is no stored script with this name. list_scripts lists them.');
  const parts = [
    `Run the stored script ${JSON.stringify(found.name)} (${found.language}) with the tool run_script.`,
    ...(secret ? [`Give it the secret ${JSON.stringify(secret)} by name, in secrets.`] : []),
    ...(input ? [`Its standard input (stdin) is the JSON string ${JSON.stringify(input)}.`] : []),
    'Then say in a few sentences whether it succeeded and what it printed.',
  ];
  const about = found.description === '' ? '' : ` Its description, as a note: ${visibleLine(found.description)}`;
  return {
    description: `Runs ${visibleLine(found.name)}`,
    messages: [{ role: 'user', content: { type: 'text', text: `${parts.join(' ')}${about}` } }],
  };
}
