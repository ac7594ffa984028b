import {
  cancelGeneration,
  type GenerateRequest,
  type GenerateResponse,
  GenerationEvent,
  generate,
} from '../../../src-shared/contracts/generation.contract.ts';
import { errorCatalog } from '../../../src-shared/error-catalog.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Tools } from '../../toolbox.ts';
import { cancelOnSignal } from '../run/cancel-on-signal.ts';

const shownCharacters = 1000;

interface Following {
  client: ApiClient;
  request: GenerateRequest;
  /** Receives code as it arrives. The code of the final answer is authoritative. */
  onCode: (text: string) => Promise<void>;
}

/**
 * Requests code and follows the answer; Ctrl+C cancels it. If a model answers with text instead of code, the text is
 * printed on stderr.
 * @throws ApiRefusal, CliError `interrupted`, `no_daemon`
 */
export async function followGeneration(tools: Tools, following: Following): Promise<GenerateResponse> {
  const { client, request, onCode } = following;
  const cancellation = cancelOnSignal((id) => client.call(cancelGeneration, { params: { id } }));
  let modelText = '';
  try {
    for await (const received of client.stream(generate, { body: request })) {
      const { event, data } = GenerationEvent.parse({ event: received.event, data: received.data });
      if (event === 'started') cancellation.workIs(data.id);
      else if (event === 'attempt') tools.reporter.progress(`${data.model} is writing…`);
      else if (event === 'code') await onCode(data.text);
      else if (event === 'words') modelText = (modelText + data.text).slice(0, shownCharacters);
      else if (event === 'finished') return data;
      else if (event === 'error') throw refusalOf(tools, data, modelText);
    }
  } catch (error) {
    if (cancellation.exitCode() === undefined) throw error;
    throw new CliError('interrupted', 'Cancelled.', { exitCode: cancellation.exitCode() ?? 0 });
  } finally {
    tools.reporter.progress(undefined);
    cancellation.stop();
  }
  throw new CliError('no_daemon', 'The daemon closed the stream before the answer was complete. Try again.');
}

function refusalOf(
  { reporter }: Tools,
  body: ConstructorParameters<typeof ApiRefusal>[1],
  modelText: string,
): ApiRefusal {
  const said = modelText.trim();
  if (body.error.code === 'no_code_in_answer' && said !== '' && !reporter.isJson)
    reporter.say(`The model said: ${said}`);
  return new ApiRefusal(errorCatalog[body.error.code].status, body);
}
