/**
 * Replies of an endpoint that are expensive to parse: they are refused by their size and their number of values, before
 * anything of them is parsed.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonLimits } from '../../../src-daemon/http/requests/read-json-body.ts';
import { generate } from '../../../src-shared/contracts/generation.contract.ts';
import { putProvider, testProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import * as model from '../../support/network/model-endpoint.ts';

const mebibyte = 1024 * 1024;
const manyValues = `[${'0,'.repeat(200_000)}0]`;
const deep = '['.repeat(mebibyte / 2);
const large = 'x'.repeat(5 * mebibyte);
const json = 'application/json';

const daemon = testDaemonOfFile();
const endpoint = model.modelEndpointOfFile();
const parse = vi.spyOn(JSON, 'parse');
let user: TestUser;
beforeAll(async () => {
  user = await daemon().newUser();
});
beforeEach(async () => {
  const body = { baseUrl: endpoint().url, model: 'test-model' };
  await user.client.call(putProvider, { params: { id: 'p' }, body });
  parse.mockClear();
});
afterEach(() =>
  expect(
    parsedTexts()
      .filter(isExpensive)
      .map(({ length }) => length),
  ).toEqual([]),
);

const parsedTexts = () => parse.mock.calls.map(([text]) => String(text));

/** More than a request body may have, which the daemon parses for everybody with a credential. */
function isExpensive(text: string): boolean {
  return text.length > 4 * mebibyte || text.split(',').length > 10 * jsonLimits.values || text.startsWith(deep);
}

const refusal = async (reply: model.Reply) => {
  endpoint().answer(reply);
  return (await user.client.refusal(generate, { body: { prompt: 'A number.', language: 'python', execute: false } }))
    .code;
};
const outcome = async (models: model.Reply, answer: model.Reply = model.sayFenced('')) => {
  endpoint().answerModels(models);
  endpoint().answer(answer);
  return (await user.client.call(testProvider, { params: { id: 'p' } })).outcome;
};

describe('an answer of a model', () => {
  it.each<[what: string, reply: model.Reply, code: string]>([
    ['an error of many values', model.fail(401, { body: `{"error":${manyValues}}` }), 'model_key_refused'],
    ['an error of many levels', model.fail(500, { body: deep }), 'model_failed'],
    ['an error of many bytes', model.fail(429, { body: JSON.stringify({ error: large }) }), 'model_rate_limited'],
    ['an event of many values', model.raw(`data: {"choices":${manyValues}}\n\n`), 'answer_too_large'],
    ['an event of many levels', model.raw(`data: ${deep}\n\n`), 'answer_too_large'],
    ['an event of many lines', model.raw(`data: [\n${'data: 0,\n'.repeat(200_000)}data: 0]\n\n`), 'answer_too_large'],
    ['values after a quote in a comment', model.raw(`: "\ndata: ${manyValues}\n\n`), 'answer_too_large'],
    ['values after a quote in a name', model.raw(`event: "\ndata: ${manyValues}\n\n`), 'answer_too_large'],
    ['an event of many bytes', model.raw(`data: {"x":"${large}"}\n\n`), 'answer_too_large'],
    ['an object of many values', model.raw(`{"choices":${manyValues}}`, json), 'answer_too_large'],
    ['an object of many levels', model.raw(`{"choices":${deep}`, json), 'answer_too_large'],
    ['an object of many bytes', model.complete({ content: large }), 'answer_too_large'],
    ['a program of many levels', model.say(`{"code":${deep}`, { size: 65_536 }), 'no_code_in_answer'],
    ['JSON of many values for a program', model.say(manyValues, { size: 65_536 }), 'no_code_in_answer'],
  ])('that is %s is not parsed', async (_what, reply, code) => {
    expect(await refusal(reply)).toBe(code);
  });
});

describe('the test of an endpoint', () => {
  it.each<[what: string, models: model.Reply, expected: string]>([
    ['an error of many values', model.fail(401, { body: `{"error":${manyValues}}` }), 'unauthorized'],
    ['an error of many bytes', model.fail(500, { body: JSON.stringify({ error: large }) }), 'server_error'],
    ['a list of many bytes', model.raw(`{"data":[{"id":"${large}"}]}`, json), 'no_models'],
    ['a list of many values', model.raw(`{"data":${manyValues}}`, json), 'no_models'],
    ['a list of many levels', model.raw(`{"data":${deep}`, json), 'no_models'],
  ])('that sends %s does not parse it', async (_what, models, expected) => {
    expect(await outcome(models, model.complete({ content: 'OK' }))).toBe(expected);
  });

  it('does not parse an expensive answer of the model', async () => {
    const ofModel = model.raw(`{"choices":${manyValues}}`, json);
    expect(await outcome(model.fail(404), ofModel)).toBe('not_openai');
  });

  it('closes the connection of an error that does not end', async () => {
    const endlessError: model.Reply = async (response) => {
      response.writeHead(500, { 'content-type': json });
      while (!response.destroyed && response.write('x'.repeat(65_536)) !== undefined)
        await new Promise((resolve) => setImmediate(resolve));
    };
    expect(await outcome(endlessError)).toBe('server_error');
    await expect.poll(() => endpoint().connections()).toBe(0);
  });
});
