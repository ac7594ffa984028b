import { z } from 'zod';
import { type ProviderTest, providerLimits } from '../../../src-shared/contracts/providers.contract.ts';
import { createDeadline } from '../model/deadline.ts';
import { createModelClient, type Endpoint } from '../model/model-client.ts';
import { ModelError, type ModelErrorKind, toModelError } from '../model/model-error.ts';
import { answerBytes, parseReply, readReplyText, shortReplyBytes } from '../model/model-json.ts';
import type { ModelNetwork } from '../model/model-transport.ts';

/** Time limit of the test, because a user waits for it. */
const testTimeoutMs = 20_000;

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });
const Completion = z.object({ choices: z.array(z.unknown()).min(1) });

type Outcome = ProviderTest['outcome'];

/** Creates the function that tests an endpoint with the network and client of a generation. */
export function createEndpointTest(openNetwork: () => Promise<ModelNetwork>) {
  return async (endpoint: Endpoint, signal: AbortSignal): Promise<ProviderTest> => {
    const network = await openNetwork();
    const ask = async (path: string, body?: object): Promise<unknown> => {
      const deadline = createDeadline(Math.min(testTimeoutMs, endpoint.timeoutMs), signal);
      const client = createModelClient(network, endpoint, deadline);
      try {
        const asked = body === undefined ? client.get(path) : client.post(path, { body });
        const reply = await asked.asResponse();
        return parseReply(await readReplyText(reply.body, body === undefined ? shortReplyBytes : answerBytes));
      } catch (thrown) {
        throw toModelError(thrown, deadline);
      } finally {
        deadline.stop();
      }
    };
    try {
      return checkModelList(await ask('/models'), endpoint);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      if (thrown.kind !== 'not_found' && thrown.kind !== 'too_large')
        return resultOf(outcomeOf(thrown.kind), endpoint, thrown);
      return askModel(ask, endpoint);
    }
  };
}

function checkModelList(answer: unknown, endpoint: Endpoint): ProviderTest {
  const { data: list } = ModelList.safeParse(answer);
  if (list === undefined) return resultOf('not_openai', endpoint);
  const models = list.data.map(({ id }) => id.slice(0, 256));
  const outcome = models.includes(endpoint.model) ? 'ok' : 'unknown_model';
  return { ...resultOf(outcome, endpoint), models: models.toSorted().slice(0, providerLimits.models) };
}

/** Asks the model for one word, if the endpoint has no list of models or too long a one. */
async function askModel(ask: (path: string, body: object) => Promise<unknown>, endpoint: Endpoint) {
  const messages = [{ role: 'user', content: 'Say OK.' }];
  try {
    const answer = await ask('/chat/completions', { model: endpoint.model, messages, max_tokens: 1 });
    return resultOf(Completion.safeParse(answer).success ? 'no_models' : 'not_openai', endpoint);
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    const { kind, isOfProtocol } = thrown;
    if (kind === 'not_found' || kind === 'refused_request')
      return resultOf(isOfProtocol ? 'unknown_model' : 'not_openai', endpoint, thrown);
    return resultOf(outcomeOf(kind), endpoint, thrown);
  }
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
function resultOf(outcome: Outcome, { baseUrl, model, apiKey }: Endpoint, error?: ModelError): ProviderTest {
  const { host, protocol } = new URL(baseUrl);
  const key = apiKey === undefined ? 'It requires an API key, and none is set.' : 'It rejects the API key.';
  const messages: Record<Outcome, string> = {
    ok: `${host} answers and has ${model}.`,
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
    no_models: `${host} has no list of models, or one over 1 MiB, but ${model} answers.`,
    unknown_model: `${host} answers, but has no model ${model}.`,
    not_openai: `The server at ${host} does not speak the OpenAI protocol under ${baseUrl}. Check the address.`,
  };
  const confidential = { apiKey: apiKey && Buffer.from(apiKey.reveal()).toString(), texts: [] };
  return { outcome, message: `${messages[outcome]}${error?.reason(confidential) ?? ''}` };
}
