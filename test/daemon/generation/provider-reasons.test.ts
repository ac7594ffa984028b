/** Errors of providers keep the provider's reason, and nothing confidential; answers of every form are read or named. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider, testProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import * as model from '../../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = model.modelEndpointOfFile();
const key = 'sk-sentinel-of-the-owner-0123';
const prompt = 'Print the sentinel of this prompt.\nThen print "another" line of it, which is long.';
const body = { prompt, language: 'python', execute: false };
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
});
beforeEach(() => setUp(key));

const setUp = (apiKey: string) =>
  user.client.call(putProvider, {
    params: { id: 'p' },
    body: { baseUrl: endpoint().url, model: 'test-model', apiKey },
  });
const refusal = (more: object = {}) => user.client.refusal(generate, { body: { ...body, ...more } });
const failJson = (status: number, reply: unknown) => model.fail(status, { body: JSON.stringify(reply) });
const errorIs = (message: string, code: string | null = null) => ({ error: { message, code, type: 'test_error' } });

describe('the error of a generation', () => {
  it.each<[what: string, reply: model.Reply, error: [code: string, message: string]]>([
    [
      'the message and the code of a 400',
      failJson(400, errorIs('The context has 8192 tokens', 'context_length_exceeded')),
      [
        'model_failed',
        'refused the request (HTTP 400). It said: "The context has 8192 tokens (context_length_exceeded)".',
      ],
    ],
    [
      'the reason of a 429',
      failJson(429, errorIs('You exceeded your current quota.', 'insufficient_quota')),
      [
        'model_rate_limited',
        'accepts no more requests now. It said: "You exceeded your current quota. (insufficient_quota)".',
      ],
    ],
    [
      'the reason of a 403',
      failJson(403, errorIs('Your country is not supported.')),
      ['model_key_refused', 'rejects its API key (HTTP 403). It said: "Your country is not supported. (test_error)".'],
    ],
    [
      'the reason of a 404',
      failJson(404, errorIs('pull the model first')),
      ['unknown_model', 'It said: "pull the model first (test_error)".'],
    ],
    [
      'an error that is a text',
      failJson(500, { error: 'out of memory' }),
      ['model_failed', '(HTTP 500). It said: "out of'],
    ],
    [
      'the detail of a framework',
      failJson(422, { detail: [{ msg: 'field required' }] }),
      ['model_failed', '"field required"'],
    ],
    [
      'a message without an envelope',
      failJson(503, { message: 'loading' }),
      ['model_failed', '(HTTP 503). It said: "loading"'],
    ],
    [
      'a plain text',
      model.fail(502, { body: 'upstream timed out' }),
      ['model_failed', 'It said: "upstream timed out"'],
    ],
    [
      'that it is a page',
      model.fail(502, { body: '<html>Bad</html>' }),
      ['model_failed', '(HTTP 502). It sent a web page.'],
    ],
    ['the status of an empty one', model.fail(500, { body: '' }), ['model_failed', 'failed (HTTP 500).']],
    [
      'an error in the stream',
      model.raw(`data: ${JSON.stringify(errorIs('overloaded'))}\n\n`),
      ['model_failed', 'answered with an error. It said: "overloaded (test_error)".'],
    ],
    [
      'an error with status 200',
      model.raw(JSON.stringify(errorIs('no credits')), 'application/json'),
      ['model_failed', 'answered with an error. It said: "no credits (test_error)".'],
    ],
  ])('has %s', async (_what, reply, [code, message]) => {
    endpoint().answer(reply);
    expect(await refusal()).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('has control characters of the reason escaped, and 300 characters of it', async () => {
    endpoint().answer(failJson(400, errorIs(`\u001b[31mred\u202e\n${'long '.repeat(100_000)}`)));
    const { message } = await refusal();
    expect(message).toContain('It said: "␛[31mred‹U+202E›␊long long');
    expect(message.length).toBeLessThan(450);
  });

  it('has neither the key nor any part of the prompt, of earlier code or of its output', async () => {
    const previous = { code: 'secret_algorithm = "of the owner"\n', output: 'an output with data of a customer' };
    const texts = [prompt, previous.code, previous.output];
    const repeated = [
      ...texts,
      ...texts.map((text) => JSON.stringify(text)),
      `${prompt.slice(6, 40)} and ${previous.output.slice(3, 25)}`,
      `Incorrect API key provided: ${key}`,
      `Incorrect API key provided: ${key.slice(0, 9)}***`,
    ];
    for (const text of repeated)
      for (const reply of [
        failJson(400, errorIs(`In: ${text}`)),
        model.refuse(`In: ${text}`),
        model.fail(500, { body: text }),
      ]) {
        endpoint().answer(reply);
        const { message } = await refusal({ previous });
        expect(message).toMatch(/\[(API key|prompt)\]/);
        for (const part of ['sentinel', 'sk-sent', 'secret_algorithm', 'the owner', 'of a customer'])
          expect(message).not.toContain(part);
      }
    expect(await daemon().readLog()).not.toContain('sentinel');
  });

  it('has the text of the provider where key and prompt are ordinary parts of it', async () => {
    await setUp('x');
    endpoint().answer(failJson(400, errorIs('extra fields are not permitted')));
    const { message } = await refusal({ prompt: 'fie' });
    expect(message).toContain('"extra fields are not permitted (test_error)"');
  });
});

describe('an answer that is one JSON object', () => {
  const code = 'print(42)\n';
  const json = JSON.stringify({ code, reason: '' });
  const call = (args: unknown) => ({
    content: null,
    tool_calls: [{ type: 'function', function: { arguments: args } }],
  });

  it.each<[what: string, reply: model.Reply]>([
    ['structured', model.complete({ role: 'assistant', content: json })],
    ['a fenced block', model.complete({ content: `Here:\n\n\`\`\`python\n${code}\`\`\`\n` })],
    ['a tool call', model.complete(call(json), { finish: 'tool_calls' })],
    ['a tool call whose arguments are an object', model.complete(call({ code, reason: '' }))],
    ['without a finish_reason', model.complete({ content: json }, { finish: null })],
    ['with the type of a stream', model.complete({ content: json }, { type: 'text/event-stream' })],
    ['after line feeds', model.raw(`\n\n\ufeff${JSON.stringify({ choices: [{ message: { content: json } }] })}`)],
  ])('has its program read: %s', async (_what, reply) => {
    endpoint().answer(reply);
    expect(await user.client.call(generate, { body })).toMatchObject({ code, stopReason: 'not_executed' });
    expect(endpoint().requests).toHaveLength(1);
  });

  it('has its token counts read', async () => {
    endpoint().answer(model.complete({ content: json }));
    const { usage } = await user.client.call(generate, { body });
    expect(usage).toEqual({ promptTokens: 100, completionTokens: 20, totalTokens: 120 });
  });

  it.each<[what: string, reply: model.Reply, error: [code: string, message: string]]>([
    ['a refusal', model.complete({ refusal: 'I will not.' }), ['model_refused', 'The model refused: "I will not."']],
    [
      'a filter',
      model.complete({ content: json }, { finish: 'content_filter' }),
      ['model_refused', '(content_filter)'],
    ],
    ['the token limit', model.complete({ content: json }, { finish: 'length' }), ['no_code_in_answer', '"length"']],
    ['no text', model.complete({ content: '' }), ['no_code_in_answer', 'is empty']],
    ['broken JSON', model.raw('{"choices":[', 'application/json'), ['model_failed', 'OpenAI protocol']],
    ['no choices', model.raw('{"choices":[]}', 'application/json'), ['model_failed', 'OpenAI protocol']],
    ['other JSON', model.raw('[1]', 'application/json'), ['model_failed', 'OpenAI protocol']],
    ['a page', model.raw('\n<!doctype html><title>Router</title>', 'text/html'), ['model_failed', 'a web page']],
    ['nothing', model.raw(''), ['model_failed', 'an empty answer']],
    ['a stream without text', model.raw('data: [DONE]\n\n'), ['model_failed', 'an empty answer']],
    ['a stream that is a refusal', model.refuse('Not this.'), ['model_refused', '"Not this."']],
    ['a streamed filter', model.say('', { finish: 'content_filter' }), ['model_refused', '(content_filter)']],
    ['a streamed end of tokens', model.say('```python\n', { finish: 'length' }), ['no_code_in_answer', '"length"']],
  ])('or a stream is named if it is %s', async (_what, reply, [code, message]) => {
    endpoint().answer(reply);
    expect(await refusal()).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

it('the test of a connection has the reason as well, without the key', async () => {
  endpoint().answerModels(failJson(401, errorIs(`Incorrect API key provided: ${key}`, 'invalid_api_key')));
  const { outcome, message } = await user.client.call(testProvider, { params: { id: 'p' } });
  expect(outcome).toBe('unauthorized');
  expect(message).toBe('It rejects the API key. It said: "Incorrect API key provided: [API key] (invalid_api_key)".');
});
