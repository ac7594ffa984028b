import { AppError } from '../../errors/app-error.ts';
import { type AnswerFormat, formatParameters, nextFormat } from '../answer/answer-format.ts';
import { createAnswerReader } from '../answer/answer-reader.ts';
import { createTagClassifier } from '../answer/classify-tag.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { Message } from './messages.ts';
import { createModelClient, type Endpoint } from './model-client.ts';
import { ModelError, toAppError, toModelError } from './model-error.ts';
import type { ModelNetwork } from './model-transport.ts';
import { openAnswer } from './open-answer.ts';
import { type Confidential, quoteText } from './provider-reason.ts';
import { type ReadAnswer, readChunks, type Tokens } from './read-chunks.ts';

export interface Question {
  endpoint: Endpoint;
  messages: readonly Message[];
  /** Id of the language of the answer. */
  language: string;
  signal: AbortSignal;
  onCode: (text: string) => void;
  onExplanation: (text: string) => void;
}

export interface Answer {
  code: string;
  tokens: Tokens;
}

export type AskModel = ReturnType<typeof createAskModel>;

/**
 * Asks a model for a program as structured output. If the endpoint refuses this, a tool call is tried, then plain text with
 * a fenced block. The supported format is remembered per model until its provider changes.
 */
export function createAskModel(openNetwork: () => Promise<ModelNetwork>) {
  const forms = createFormMemory();

  /** @throws AppError `model_*`, `unknown_model`, `answer_too_large`, `no_code_in_answer`, `model_refused`,
   *   `generation_cancelled` */
  return async (question: Question): Promise<Answer> => {
    const { endpoint } = question;
    const network = await openNetwork();
    const first = forms.recall(endpoint);
    let isLessened = false;
    for (let form = first; ; ) {
      try {
        const answer = await askOnce(network, question, form);
        if (isLessened) forms.note(endpoint, form);
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ModelError)) throw thrown;
        const lesser = thrown.kind === 'refused_request' || thrown.httpStatus === 501 ? nextFormat(form) : undefined;
        if (lesser === undefined) throw toAppError(thrown, { ...endpoint, confidential: confidentialOf(question) });
        form = lesser;
        isLessened = true;
      }
    }
  };
}

async function askOnce(network: ModelNetwork, question: Question, form: AnswerFormat): Promise<Answer> {
  const { endpoint, signal } = question;
  const deadline = createDeadline(endpoint.timeoutMs, signal);
  try {
    return await converse({ network, deadline, question, form });
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw toModelError(thrown, deadline);
  } finally {
    // The rest of the answer is not needed any more.
    deadline.end('cancelled');
    deadline.stop();
  }
}

interface Conversation {
  network: ModelNetwork;
  deadline: Deadline;
  question: Question;
  form: AnswerFormat;
}

async function converse({ network, deadline, question, form }: Conversation): Promise<Answer> {
  const { endpoint, messages, language, onCode, onExplanation } = question;
  const client = createModelClient(network, endpoint, deadline);
  const reader = createAnswerReader({ classifyTag: createTagClassifier(language), onCode, onExplanation });
  const asked = { model: endpoint.model, messages: [...messages], stream: true as const, ...formatParameters(form) };
  const response = await client.chat.completions.create(asked).asResponse();
  const chunks = await openAnswer(response);
  const answer = await readChunks(chunks, reader).catch((thrown: unknown) => {
    const fault = toModelError(thrown, deadline);
    throw fault.kind === 'unreachable' ? new ModelError('cut_off') : fault;
  });
  // A stream that is aborted can end like a whole one.
  if (deadline.reason() !== undefined) throw new ModelError('cut_off');
  if (answer.finishReason === undefined) throw new ModelError('cut_off');
  refuseWithoutProgram(answer, question);
  const code = reader.finish();
  if (code === undefined)
    throw new AppError(
      'no_code_in_answer',
      answer.isEmpty
        ? 'The answer of the model is empty. Try again, or use another model.'
        : 'The answer of the model has no code. Describe the program more precisely, or use another model.',
    );
  return { code, tokens: answer.tokens };
}

/** @throws AppError `model_refused`, `no_code_in_answer` for an answer that has no whole program, whatever its text is */
function refuseWithoutProgram({ refusal, finishReason }: ReadAnswer, question: Question): void {
  const next = 'Describe the program in other words, or use another model.';
  if (refusal !== '') {
    const text = quoteText(refusal, confidentialOf(question));
    throw new AppError('model_refused', `The model refused: ${text} ${next}`);
  }
  if (finishReason === 'content_filter')
    throw new AppError(
      'model_refused',
      `A content filter of the provider stopped the answer (content_filter). ${next}`,
    );
  if (finishReason === 'length')
    throw new AppError(
      'no_code_in_answer',
      'The answer was cut off at the token limit of the model (finish_reason "length"). Request a shorter program, or use ' +
        'another model.',
    );
}

/** The texts that the endpoint got from this account, which its errors may repeat. */
function confidentialOf({ endpoint: { apiKey }, messages }: Question): Confidential {
  return {
    apiKey: apiKey && Buffer.from(apiKey.reveal()).toString(),
    texts: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [content])),
  };
}

const formsKept = 200;

function createFormMemory() {
  const known = new Map<string, AnswerFormat>();
  const keyOf = ({ identity, model }: Endpoint) => `${identity} ${model}`;
  return {
    recall: (endpoint: Endpoint): AnswerFormat => known.get(keyOf(endpoint)) ?? 'schema',
    note(endpoint: Endpoint, form: AnswerFormat): void {
      const [oldest] = known.keys();
      if (known.size >= formsKept && oldest !== undefined) known.delete(oldest);
      known.set(keyOf(endpoint), form);
    },
  };
}
