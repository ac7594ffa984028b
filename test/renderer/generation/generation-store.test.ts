import { beforeEach, describe, expect, it } from 'vitest';
import { emptyAsk, repairPrompt, useGeneration } from '../../../src-renderer/features/generation/generation-store.ts';
import { generationToStore, restoreGeneration } from '../../../src-renderer/features/generation/stored-generation.ts';
import { pass, settle, stopClock } from '../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, eventStream, refusal, type SentRequest } from '../page/requests.ts';

const outcome = { status: 'failed' as const, exitCode: 1, signal: null, stdout: '', stderr: 'no such file' };

let streams: ReturnType<typeof eventStream>[];
let sent: SentRequest[];
let answer: () => Response;

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  beginTestSession();
  [streams, answer] = [[], () => new Response(null, { status: 202 })];
  sent = answerRequests((request) => {
    if (request.headers.get('accept') !== 'text/event-stream') return answer();
    const stream = eventStream();
    streams.push(stream);
    return stream.response;
  });
});

const state = () => useGeneration.getState();

function finished(code: string, stopReason = 'not_executed') {
  return {
    ...{ id: 'g1', code, language: 'python', model: 'm', provider: 'p', attempts: [], stopReason },
    usage: { promptTokens: null, completionTokens: null, totalTokens: null },
  };
}

/** Sends one round of a model, with text next to its code. */
async function answerRound(code: string, stopReason?: string): Promise<void> {
  const stream = streams.at(-1);
  stream?.send('started', { id: 'g1' }, '1');
  stream?.send('attempt', { attempt: 1, model: 'test-model' });
  stream?.send('words', { text: 'Here ' });
  stream?.send('words', { text: 'it is.' });
  stream?.send('code', { text: code.slice(0, 3) });
  stream?.send('code', { text: code.slice(3) });
  await pass(1);
  stream?.send('generated', { attempt: 1, code });
  stream?.send('finished', finished(code, stopReason));
  await pass(1);
}

async function ask(prompt = 'Count the rows'): Promise<void> {
  state().edit({ prompt });
  void state().generate({});
  await settle();
}

describe('a generation', () => {
  it('asks the model without running anything, and shows the answer as it comes', async () => {
    await ask();
    expect(sent[0]?.body).toEqual({ prompt: 'Count the rows', language: 'python', execute: false });
    streams[0]?.send('started', { id: 'g1' });
    streams[0]?.send('code', { text: 'pri' });
    await pass(1);
    expect(state().partialAnswer).toMatchObject({ id: 'g1', code: 'pri', phase: 'asking', number: 1 });
    expect(state().rounds).toEqual([]);
  });

  it('becomes a round without an approval and a result', async () => {
    await ask();
    await answerRound('print(1)');
    expect(state()).toMatchObject({ partialAnswer: undefined, shown: 1, error: undefined });
    expect(state().rounds).toMatchObject([
      {
        number: 1,
        model: 'test-model',
        answered: 'print(1)',
        code: 'print(1)',
        approval: undefined,
        outcome: undefined,
      },
    ]);
    expect(JSON.stringify(state().rounds)).toContain('Here it is.');
  });

  it('is not asked for without a prompt, nor twice at the same time', async () => {
    await ask('   ');
    expect(sent).toEqual([]);
    await ask();
    await ask();
    expect(sent).toHaveLength(1);
  });

  it('drops the rounds of the one before', async () => {
    await ask();
    await answerRound('print(1)');
    await ask('Count the columns');
    expect(state()).toMatchObject({ rounds: [], shown: 0, asked: { prompt: 'Count the columns' } });
  });

  it('names the provider and the model only where they were chosen', async () => {
    state().edit({ provider: 'openai', model: 'gpt-5.1' });
    await ask();
    expect(sent[0]?.body).toMatchObject({ provider: 'openai', model: 'gpt-5.1' });
  });

  it('that fails shows the error of the daemon, and what came before is kept', async () => {
    await ask();
    const error = { code: 'model_timeout', message: 'The model did not answer.', requestId: 'req_9' };
    streams[0]?.send('started', { id: 'g1' });
    streams[0]?.send('error', { error });
    await pass(1);
    expect(state()).toMatchObject({ partialAnswer: undefined, error, ask: { prompt: 'Count the rows' } });
  });

  it('that is refused shows the error', async () => {
    answerRequests(() => refusal('no_provider', 'Add a model provider.'));
    await ask();
    expect(state()).toMatchObject({ partialAnswer: undefined, error: { code: 'no_provider' } });
  });
});

describe('a program of the user that failed', () => {
  const program = { language: 'bash', code: 'cat missing', outcome, takeOptions: () => undefined };

  it('is the first round, and nothing is sent before the repair is asked for', async () => {
    state().offer(program);
    expect(state()).toMatchObject({ shown: 1, ask: { prompt: repairPrompt, language: 'bash' } });
    expect(generationToStore()?.rounds).toMatchObject([{ number: 1, model: '', code: 'cat missing', outcome }]);
    expect(sent).toEqual([]);
    state().edit({ prompt: 'Print the file, or say that it is missing' });
    void state().repair({});
    await settle();
    expect(sent[0]?.body).toEqual({
      ...{ prompt: 'Print the file, or say that it is missing', language: 'bash', execute: false },
      previous: { code: 'cat missing', output: expect.stringContaining('no such file') },
    });
    await answerRound('cat missing || echo none');
    expect(state()).toMatchObject({ shown: 2, rounds: [{ model: '' }, { number: 2, model: 'test-model' }] });
  });

  it('takes the place of unsaved answers only after a question', async () => {
    await ask();
    await answerRound('print(1)');
    const taken: string[] = [];
    const offered = { ...program, takeOptions: () => void taken.push('options') };
    state().offer(offered);
    expect(state()).toMatchObject({ rounds: [{ code: 'print(1)' }], offered: { code: 'cat missing' } });
    state().settleOffer(false);
    expect(state()).toMatchObject({ rounds: [{ code: 'print(1)' }], offered: undefined });
    expect(taken).toEqual([]);
    state().offer(offered);
    state().settleOffer(true);
    expect(state()).toMatchObject({ rounds: [{ code: 'cat missing', model: '' }], offered: undefined });
    expect(taken).toEqual(['options']);
  });
});

describe('a repair', () => {
  async function failRound(): Promise<void> {
    await ask();
    await answerRound('print(1)');
    state().change(1, { code: 'print(1) # edited', outcome });
  }

  it('sends the edited code and how it failed', async () => {
    await failRound();
    state().edit({ prompt: 'another prompt, not asked yet' });
    void state().repair({});
    await settle();
    expect(sent[1]?.body).toMatchObject({
      prompt: 'Count the rows',
      previous: { code: 'print(1) # edited', output: expect.stringContaining('no such file') },
    });
    await answerRound('print(2)');
    expect(state().rounds.map(({ number, answered }) => [number, answered])).toEqual([
      [1, 'print(1)'],
      [2, 'print(2)'],
    ]);
  });

  it('that gives the same code is no round', async () => {
    await failRound();
    void state().repair({});
    await settle();
    await answerRound('print(1) # edited');
    expect(state()).toMatchObject({ isSameAnswer: true, rounds: [{ number: 1 }] });
  });

  it('is not asked for code that has not run', async () => {
    await ask();
    await answerRound('print(1)');
    await state().repair({});
    expect(sent).toHaveLength(1);
  });
});

describe('a cancelled generation', () => {
  it('ends with its stream, without a round and without an error', async () => {
    await ask();
    streams[0]?.send('started', { id: 'g1' });
    await pass(1);
    await state().cancel();
    expect(state().partialAnswer?.phase).toBe('cancelling');
    streams[0]?.send('finished', finished('half', 'cancelled'));
    await pass(1);
    expect(state()).toMatchObject({ partialAnswer: undefined, rounds: [], error: undefined });
  });

  it('is cancelled by a click that comes before its id', async () => {
    await ask();
    await state().cancel();
    expect(state().partialAnswer?.phase).toBe('cancelling');
    expect(sent).toHaveLength(1);
    streams[0]?.send('started', { id: 'g1' });
    await pass(1);
    expect(sent.at(-1)?.operation).toBe('POST /api/v1/generations/g1/cancel');
    expect(state().partialAnswer?.phase).toBe('cancelling');
  });

  it('continues when the request fails', async () => {
    await ask();
    streams[0]?.send('started', { id: 'g1' });
    await pass(1);
    answer = () => refusal('rate_limited');
    await state().cancel();
    expect(state().partialAnswer?.phase).toBe('asking');
  });
});

describe('the draft of the Generate screen', () => {
  it('is none while there is nothing', () => {
    expect(generationToStore()).toBeUndefined();
  });

  it('has the rounds without their approval, and the end of their output', async () => {
    await ask();
    await answerRound('print(1)');
    state().change(1, { approval: 'hash', outcome: { ...outcome, stderr: `${'x'.repeat(6000)}the end` } });
    const kept = generationToStore();
    expect(JSON.stringify(kept)).not.toContain('hash');
    expect(kept?.rounds[0]?.outcome?.stderr).toHaveLength(5000);
    useGeneration.setState({ ask: emptyAsk, rounds: [], shown: 0 });
    if (kept !== undefined) restoreGeneration(kept);
    expect(state()).toMatchObject({ ask: { prompt: 'Count the rows' }, shown: 1 });
    expect(state().rounds).toMatchObject([{ code: 'print(1)', approval: undefined, outcome: { exitCode: 1 } }]);
    expect(state().rounds[0]?.outcome?.stderr).toMatch(/the end$/);
  });
});
