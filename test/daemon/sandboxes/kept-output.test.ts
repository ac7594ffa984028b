/** The part of the output that is kept, and the pace of a program whose client reads slowly. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRichOutput } from '../../../src-daemon/sandboxes/contexts/rich-output.ts';
import { createChangeBuffer } from '../../../src-daemon/sandboxes/files/change-buffer.ts';
import { createTextHead, createTextTail } from '../../../src-daemon/sandboxes/output/kept-text.ts';
import { createPacedFollowers } from '../../../src-daemon/sandboxes/processes/paced-followers.ts';
import { firstBytes } from '../../../src-shared-node/masking/cut-text.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { newAccountMemory } from '../../support/memory/account-memory.ts';

describe('the head and the tail of a stream', () => {
  it('are cut at whole characters', () => {
    expect(firstBytes('a€😀', 3)).toBe('a');
    expect(firstBytes('a€😀', 4)).toBe('a€');
    expect(firstBytes('a€😀', 7)).toBe('a€');
    expect(firstBytes('a€😀', 8)).toBe('a€😀');
    const tail = createTextTail(5);
    tail.push('a€😀b');
    expect([tail.text(), tail.isTruncated()]).toEqual(['😀b', true]);
    tail.push('😀');
    expect(tail.text()).toBe('b😀');
  });

  it('are the same for any split of the stream', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `${index}€`).join('');
    const whole = { head: createTextHead(1000), tail: createTextTail(1000) };
    const split = { head: createTextHead(1000), tail: createTextTail(1000) };
    whole.head.push(text);
    whole.tail.push(text);
    for (const character of text) {
      split.head.push(character);
      split.tail.push(character);
    }
    expect(split.tail.text()).toBe(whole.tail.text());
    expect(text.startsWith(split.head.text())).toBe(true);
    expect(text.endsWith(whole.tail.text())).toBe(true);
    expect(Buffer.byteLength(whole.tail.text())).toBeGreaterThan(990);
    expect([whole.head.isTruncated(), split.head.isTruncated()]).toEqual([true, true]);
  });

  it('is not truncated at exactly its limit', () => {
    const [head, tail] = [createTextHead(4), createTextTail(4)];
    for (const kept of [head, tail]) kept.push('abcd');
    expect([head.text(), tail.text(), head.isTruncated(), tail.isTruncated()]).toEqual(['abcd', 'abcd', false, false]);
    expect(head.push('e')).toBe('');
    tail.push('e');
    expect([tail.text(), head.isTruncated(), tail.isTruncated()]).toEqual(['bcde', true, true]);
  });
});

describe('rich output', () => {
  const mask = { ...createOutputMask(['secret-value']), isPrepared: Promise.resolve() };
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).toString('base64');

  it('has known media types only, and images only with their signature', async () => {
    const rich = createRichOutput({ mask, memory: newAccountMemory() }, 10_000);
    const data = { 'text/plain': 'a secret-value', 'image/png': png, 'image/jpeg': png, 'text/x-other': 'x' };
    expect(await rich.parts({ data })).toEqual({ data: { 'text/plain': 'a ***', 'image/png': png } });
    expect(await rich.parts({ data: { 'image/png': 'secret-value' } })).toBeUndefined();
    expect(await rich.parts({ data: { 'image/png': `${png}secret-value` } })).toBeUndefined();
    expect(await rich.parts({ data: JSON.parse('{"__proto__": "secret-value"}') })).toBeUndefined();
    expect(rich.isTruncated()).toBe(false);
  });

  it('passes on what notebooks know, with masked text and metadata', async () => {
    const rich = createRichOutput({ mask, memory: newAccountMemory() }, 10_000);
    const data = {
      ...{
        'text/markdown': '**secret-value**',
        'text/latex': '$secret-value$',
        'application/javascript': 'secret-value',
      },
      ...{ 'application/vnd.plotly.v1+json': '["secret-value"]', 'application/secret-value+json': '1' },
      ...{
        'image/gif': Buffer.from('GIF89a').toString('base64'),
        'application/pdf': Buffer.from('PDF').toString('base64'),
      },
    };
    const metadata = { 'text/markdown': { 'secret-value': 'secret-value', wide: true }, 'text/x-other': { a: 1 } };
    expect(await rich.parts({ data, metadata })).toEqual({
      data: {
        ...{ 'text/markdown': '*******', 'text/latex': '$***$', 'application/javascript': '***' },
        ...{ 'application/vnd.plotly.v1+json': '["***"]', 'image/gif': data['image/gif'] },
      },
      metadata: { 'text/markdown': { '***': '***', wide: true } },
    });
    expect(rich.isTruncated()).toBe(false);
  });

  it('counts metadata, however small its values are', async () => {
    const rich = createRichOutput({ mask, memory: newAccountMemory() }, 10_000);
    const values = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, true]));
    expect(await rich.parts({ data: { 'text/plain': 'x' }, metadata: { 'text/plain': values } })).toBeUndefined();
  });

  it('is left out over its limit, however small the outputs are', async () => {
    const rich = createRichOutput({ mask, memory: newAccountMemory() }, 10_000);
    let count = 0;
    while ((await rich.parts({ data: { 'text/plain': 'x' } })) !== undefined) count++;
    expect(count).toBeLessThan(40);
    expect(rich.isTruncated()).toBe(true);
  });
});

describe('a program that prints faster than its client reads', () => {
  const events = async function* () {
    for (let id = 1; id <= 3; id++) yield { id, event: 'stdout', data: { text: 'x'.repeat(200_000) } };
  };
  const log = { heldBytes: () => 0, newestId: () => 3 };

  it('waits for the client, and continues when it has read or left', async () => {
    const paced = createPacedFollowers();
    const reader = paced.pace(events(), log);
    await reader.next();
    let waits = true;
    void paced.produce(600_000).then(() => {
      waits = false;
    });
    await nextTick();
    expect(waits).toBe(true);
    await reader.next();
    await nextTick();
    expect(waits).toBe(true);
    await reader.next();
    await nextTick();
    expect(waits).toBe(false);
    const blocked = paced.produce(600_000);
    await reader.return(undefined);
    await blocked;
  });

  it('does not wait when it is killed, or has no client', async () => {
    const paced = createPacedFollowers();
    await paced.produce(10_000_000);
    const reader = paced.pace(events(), log);
    await reader.next();
    const blocked = paced.produce(10_000_000);
    paced.stop();
    await blocked;
  });
});

it('changes of files are replaced by `lost` if the account has no room', async () => {
  const memory = newAccountMemory(1000 * 1024);
  memory.take(492 * 1024);
  const buffer = createChangeBuffer('here', { memory });
  const path = 'p'.repeat(4096);
  await buffer.fill(
    (async function* () {
      for (let count = 0; count < 20; count++) yield { type: 'created' as const, path };
    })(),
  );
  const received = [];
  for await (const change of buffer.read()) received.push(change.type);
  expect(received[0]).toBe('lost');
  expect(received.length).toBeLessThan(5);
});
