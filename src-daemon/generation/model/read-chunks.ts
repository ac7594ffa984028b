import { z } from 'zod';
import type { AnswerReader } from '../answer/answer-reader.ts';
import { ModelError } from './model-error.ts';

/** More text than any program that can be run. */
const answerCharacters = 1024 * 1024;

/** What the endpoint says that the answer cost; null where it does not. */
export interface Tokens {
  prompt: number | null;
  completion: number | null;
  total: number | null;
}

const count = z.int().min(0).nullish().catch(undefined);
const Usage = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count });

/** As much of a chunk as is read; whatever else endpoints add is passed over. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(z.object({ function: z.object({ arguments: z.string().nullish() }).nullish() }))
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: Usage.nullish().catch(undefined),
});

export interface ReadAnswer {
  /** Undefined where the stream ended before the model did. */
  finishReason: string | undefined;
  /** The model refused in the protocol's own field. */
  isRefusal: boolean;
  tokens: Tokens;
}

/**
 * Hands the text of a streamed answer on as it comes.
 * @throws ModelFault `malformed`, `too_large`
 */
export async function readChunks(chunks: AsyncIterable<unknown>, reader: AnswerReader): Promise<ReadAnswer> {
  const read: ReadAnswer = {
    finishReason: undefined,
    isRefusal: false,
    tokens: { prompt: null, completion: null, total: null },
  };
  let characters = 0;
  const measured = (text: string | null | undefined): string => {
    characters += text?.length ?? 0;
    if (characters > answerCharacters) throw new ModelError('too_large');
    return text ?? '';
  };
  for await (const received of chunks) {
    const { data: chunk } = Chunk.safeParse(received);
    if (chunk === undefined) throw new ModelError('malformed');
    if (chunk.usage) read.tokens = tokensOf(chunk.usage);
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    const { content, refusal, tool_calls: calls } = choice.delta ?? {};
    if (content) reader.content(measured(content));
    for (const call of calls ?? []) reader.callArguments(measured(call.function?.arguments));
    if (measured(refusal) !== '') read.isRefusal = true;
    if (choice.finish_reason) read.finishReason = choice.finish_reason;
  }
  return read;
}

function tokensOf(usage: z.infer<typeof Usage>): Tokens {
  return {
    prompt: usage.prompt_tokens ?? null,
    completion: usage.completion_tokens ?? null,
    total: usage.total_tokens ?? null,
  };
}
