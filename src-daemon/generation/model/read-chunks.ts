import { z } from 'zod';
import type { AnswerReader } from '../answer/answer-reader.ts';
import { ModelError } from './model-error.ts';

/** Maximum length of the text, which is more than a program can have. */
const answerCharacters = 1024 * 1024;

/** Token counts of the answer; null if the endpoint does not report them. */
export interface Tokens {
  prompt: number | null;
  completion: number | null;
  total: number | null;
}

const count = z.int().min(0).nullish().catch(undefined);
const Usage = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count });

/** Text of the protocol; some servers send the object itself in an answer that is not streamed. */
const callArguments = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
  z.string().nullish(),
);

/** Fields of a chunk that are read; other fields are ignored. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(z.object({ function: z.object({ arguments: callArguments }).nullish() })).nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: Usage.nullish().catch(undefined),
});

export interface ReadAnswer {
  /** Undefined if the stream ended before the answer was complete. */
  finishReason: string | undefined;
  /** Text of a refusal, from the `refusal` field of the protocol; empty if the model did not refuse. */
  refusal: string;
  /** The answer has no text at all. */
  isEmpty: boolean;
  tokens: Tokens;
}

/**
 * Passes the text of a streamed answer to the reader while it arrives.
 * @throws ModelError `malformed`, `too_large`, `empty`
 */
export async function readChunks(chunks: AsyncIterable<unknown>, reader: AnswerReader): Promise<ReadAnswer> {
  const read: ReadAnswer = {
    finishReason: undefined,
    refusal: '',
    isEmpty: true,
    tokens: { prompt: null, completion: null, total: null },
  };
  let characters = 0;
  const measured = (text: string | null | undefined): string => {
    characters += text?.length ?? 0;
    if (characters > answerCharacters) throw new ModelError('too_large');
    return text ?? '';
  };
  let received = 0;
  for await (const one of chunks) {
    received++;
    const { data: chunk } = Chunk.safeParse(one);
    if (chunk === undefined) throw new ModelError('malformed');
    if (chunk.usage) read.tokens = tokensOf(chunk.usage);
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    const { content, refusal, tool_calls: calls } = choice.delta ?? {};
    if (content) reader.content(measured(content));
    for (const call of calls ?? []) reader.callArguments(measured(call.function?.arguments));
    read.refusal += measured(refusal);
    if (choice.finish_reason) read.finishReason = choice.finish_reason;
  }
  if (received === 0) throw new ModelError('empty');
  return { ...read, isEmpty: characters === 0 };
}

function tokensOf(usage: z.infer<typeof Usage>): Tokens {
  return {
    prompt: usage.prompt_tokens ?? null,
    completion: usage.completion_tokens ?? null,
    total: usage.total_tokens ?? null,
  };
}
