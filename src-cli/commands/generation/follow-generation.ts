import {
  cancelGeneration,
  type GenerateRequest,
  type GenerateResponse,
  GenerationEvent,
  generate,
  readGenerationEvents,
} from '../../../src-shared/contracts/generation.contract.ts';
import { errorCatalog } from '../../../src-shared/error-catalog.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { eventOf } from '../../client/event-of.ts';
import type { ReceivedEvent } from '../../client/event-stream.ts';
import { followStream } from '../../client/follow-stream.ts';
import { cancelOnSignal } from '../../signals/cancel-on-signal.ts';
import type { Tools } from '../../toolbox.ts';

const shownCharacters = 1000;

interface Following {
  client: ApiClient;
  request: GenerateRequest;
  /** Receives code as it arrives. The code of the final answer is authoritative. */
  onCode: (text: string) => Promise<void>;
}

/**
 * Requests code and follows the answer, also over a stream that breaks; Ctrl+C cancels it. If a model answers with text instead of code, the text is
 * printed on stderr.
 * @throws ApiRefusal, CliError `interrupted`, `no_daemon`
 */
export async function followGeneration(tools: Tools, following: Following): Promise<GenerateResponse> {
  const { client, request, onCode } = following;
  const cancellation = cancelOnSignal((id) => client.call(cancelGeneration, { params: { id } }));
  let modelText = '';
  let id: string | undefined;

  async function take(received: ReceivedEvent): Promise<GenerateResponse | undefined> {
    const { event, data } = eventOf(client, GenerationEvent, received);
    if (event === 'started') {
      id = data.id;
      cancellation.workIs(id);
    } else if (event === 'attempt') tools.reporter.progress(`${data.model} is writing…`);
    else if (event === 'code') await onCode(data.text);
    else if (event === 'words') modelText = (modelText + data.text).slice(0, shownCharacters);
    else if (event === 'finished') return data;
    else if (event === 'error') throw refusalOf(tools, data, modelText);
    return undefined;
  }

  try {
    return await followStream({
      start: () => client.stream(generate, { body: request }),
      resume: (lastEventId) =>
        id === undefined
          ? undefined
          : client.stream(readGenerationEvents, { params: { id }, headers: { 'last-event-id': lastEventId } }),
      take,
      lost: 'The daemon closed the stream before the answer was complete. Try again.',
    });
  } catch (error) {
    if (cancellation.exitCode() === undefined) throw error;
    throw new CliError('interrupted', 'Cancelled.', { exitCode: cancellation.exitCode() ?? 0 });
  } finally {
    tools.reporter.progress(undefined);
    cancellation.stop();
  }
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
