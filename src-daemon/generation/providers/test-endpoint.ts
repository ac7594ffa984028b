import { z } from 'zod';
import { type ProviderTest, providerLimits } from '../../../src-shared/contracts/providers.contract.ts';
import { isListedModel } from '../../../src-shared/formats/listed-model.ts';
import { createDeadline } from '../model/deadline.ts';
import { createModelClient, type Endpoint } from '../model/model-client.ts';
import { ModelError, type ModelErrorKind, toModelError } from '../model/model-error.ts';
import { parseReply, readReplyText, shortReplyBytes } from '../model/model-json.ts';
import type { ModelNetwork } from '../model/model-transport.ts';
import { openAnswer } from '../model/open-answer.ts';

/** Time limit of the test, because a user waits for it. */
const testTimeoutMs = 20_000;

const Models = z.array(z.object({ id: z.string() }));
/** Some servers send the list itself, and some send no list if they have one model. */
const ModelList = z.union([
  z.object({ data: Models }).transform(({ data }) => data),
  z.object({ object: z.literal('list'), data: z.null().optional() }).transform(() => []),
  Models,
]);
const Completion = z.object({ choices: z.array(z.unknown()).min(1) });

/**
 * Parameters of the question, the cheapest first. Models that reason refuse `max_tokens` and some refuse every limit; some
 * servers accept streams only, which is what a generation requests.
 */
const questions = [{ max_tokens: 1 }, { max_completion_tokens: 64 }, { stream: true }] as const;

type Outcome = ProviderTest['outcome'];

/** An endpoint whose model may not be chosen yet. */
export interface TestedEndpoint extends Pick<Endpoint, 'baseUrl' | 'timeoutMs' | 'apiKey'> {
  model: string | undefined;
}

export type TestEndpoint = (endpoint: TestedEndpoint, signal: AbortSignal) => Promise<ProviderTest>;

/** Creates the function that tests an endpoint with the network and client of a generation. */
export function createEndpointTest(openNetwork: () => Promise<ModelNetwork>): TestEndpoint {
  return async (endpoint, signal) => {
    const network = await openNetwork();
    const request: Request = async (read, path, body) => {
      const deadline = createDeadline(Math.min(testTimeoutMs, endpoint.timeoutMs), signal);
      const client = createModelClient(network, endpoint, deadline);
      try {
        const asked = body === undefined ? client.get(path) : client.post(path, { body });
        return await read(await asked.asResponse());
      } catch (thrown) {
        throw toModelError(thrown, deadline);
      } finally {
        // The rest of a stream is not needed.
        deadline.end('cancelled');
        deadline.stop();
      }
    };
    try {
      const list = await request(
        async (reply) => parseReply(await readReplyText(reply.body, shortReplyBytes)),
        '/models',
      );
      return checkModelList(list, endpoint) ?? (await askModel(request, endpoint));
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return hasNoList(thrown)
        ? askModel(request, endpoint, thrown)
        : resultOf(outcomeOf(thrown.kind), endpoint, thrown);
    }
  };
}

/** Sends a request and reads its reply. */
type Request = <Read>(read: (reply: Response) => Promise<Read>, path: string, body?: object) => Promise<Read>;

/** Returns true if the endpoint does not offer the list of models, or one that is too long. */
function hasNoList({ kind, httpStatus }: ModelError): boolean {
  return kind === 'not_found' || kind === 'too_large' || kind === 'refused_request' || httpStatus === 501;
}

/** Returns undefined for an empty list: such an endpoint may have the model. */
function checkModelList(answer: unknown, endpoint: TestedEndpoint): ProviderTest | undefined {
  const { data: list } = ModelList.safeParse(answer);
  if (list === undefined) return resultOf('not_openai', endpoint);
  if (list.length === 0) return undefined;
  const { model } = endpoint;
  const ids = list.map(({ id }) => id);
  const hasModel = model === undefined || isListedModel(model, ids);
  const outcome = hasModel ? 'ok' : 'unknown_model';
  const models = ids.map((id) => id.slice(0, 256)).toSorted();
  return { ...resultOf(outcome, endpoint), models: models.slice(0, providerLimits.models) };
}

/** Asks the model for one word, if the endpoint has no list of models or too long a one. */
async function askModel(request: Request, endpoint: TestedEndpoint, noList?: ModelError): Promise<ProviderTest> {
  const { model } = endpoint;
  if (model === undefined) return resultOf(isOtherServer(noList) ? 'not_openai' : 'no_models', endpoint);
  let refusal: ModelError | undefined;
  for (const parameters of questions) {
    try {
      const isAnswer = await askOnce(request, model, parameters);
      return resultOf(isAnswer ? 'no_models' : 'not_openai', endpoint);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      refusal = thrown;
      if (thrown.kind !== 'refused_request') break;
    }
  }
  if (refusal === undefined) throw new Error('no question was asked');
  return resultOf(outcomeOfQuestion(refusal), endpoint, refusal);
}

/** Returns true if the reply to the request for the list is no error of the protocol: the server is probably of another kind. */
function isOtherServer(noList: ModelError | undefined): boolean {
  return noList?.kind === 'not_found' && !noList.isOfProtocol;
}

async function askOnce(request: Request, model: string, parameters: object): Promise<boolean> {
  const messages = [{ role: 'user', content: 'Say OK.' }];
  const read = async (reply: Response) => {
    for await (const chunk of await openAnswer(reply)) return Completion.safeParse(chunk).success;
    return false;
  };
  return request(read, '/chat/completions', { model, messages, ...parameters });
}

function outcomeOfQuestion({ kind, isOfProtocol }: ModelError): Outcome {
  if (kind !== 'not_found' && kind !== 'refused_request') return outcomeOf(kind);
  if (!isOfProtocol) return 'not_openai';
  return kind === 'not_found' ? 'unknown_model' : 'refused_request';
}

function outcomeOf(kind: ModelErrorKind): Outcome {
  const outcomes: Record<ModelErrorKind, Outcome> = {
    cancelled: 'unreachable',
    dns: 'dns',
    refused: 'refused',
    tls: 'tls',
    timeout: 'timeout',
    unreachable: 'unreachable',
    redirected: 'redirected',
    unauthorized: 'unauthorized',
    rate_limited: 'rate_limited',
    not_found: 'not_openai',
    refused_request: 'not_openai',
    server_error: 'server_error',
    malformed: 'not_openai',
    page: 'not_openai',
    empty: 'not_openai',
    cut_off: 'unreachable',
    too_large: 'not_openai',
  };
  return outcomes[kind];
}

/** The result, with the reason of the endpoint if it answered with an error. */
function resultOf(outcome: Outcome, { baseUrl, model, apiKey }: TestedEndpoint, error?: ModelError): ProviderTest {
  const { host, protocol } = new URL(baseUrl);
  const key = apiKey === undefined ? 'It requires an API key, and none is set.' : 'It rejects the API key.';
  const answers = model === undefined ? '. Enter the name of the model.' : `, but ${model} answers.`;
  const messages: Record<Outcome, string> = {
    ok: model === undefined ? `${host} answers. Choose one of its models.` : `${host} answers and has ${model}.`,
    dns: `The host name of ${host} is unknown. Check the address.`,
    refused: `No server listens at ${host}. Start the server, or check the port.`,
    tls:
      protocol === 'https:'
        ? `${host} has an untrusted certificate, or does not support TLS. Without TLS, use http://.`
        : `${host} does not speak HTTP. Check the address.`,
    timeout: `${host} does not answer in time. Check the server, or try again.`,
    unreachable: `${host} closes the connection or cannot be reached from this machine.`,
    redirected: `${host} redirects to another address. Use that address; the key is never sent to the target of a redirect.`,
    unauthorized: key,
    rate_limited: `${host} accepts no more requests now. Try again later.`,
    server_error: `${host} answers with an internal error. See the log of that server.`,
    no_models: `${host} has no list of models, an empty one or one over 1 MiB${answers}`,
    unknown_model: `${host} answers, but has no model ${model}.`,
    refused_request: `${host} answers, but refuses a question to ${model}. Check the name of the model.`,
    not_openai: `The server at ${host} does not speak the OpenAI protocol under ${baseUrl}. Check the address.`,
  };
  const confidential = { apiKey: apiKey && Buffer.from(apiKey.reveal()).toString(), texts: [] };
  return { outcome, message: `${messages[outcome]}${error?.reason(confidential) ?? ''}` };
}
