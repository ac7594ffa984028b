import { expect, test } from 'vitest';
import type { RelayOffer } from '../../../../src-daemon/wire/mux.ts';
import { openPeerSession, u32 } from '../../../support/engine/init-peer.ts';
import { until } from '../../../support/until.ts';

const number = 0x8000;

test('a channel of init is refused with EACCES if nothing handles it', async () => {
  const peer = await openPeerSession();
  peer.send('O', number, 'tcp example.org 443');
  expect(await peer.next('N')).toEqual({ type: 'N', channel: number, payload: u32(13) });
  peer.send('O', number, 'again');
  await peer.next('N');
  expect(peer.broken).toEqual([]);
});

test('a handler accepts a channel of init, and bytes pass in both directions', async () => {
  const offers: RelayOffer[] = [];
  const peer = await openPeerSession({ onRelay: (offer) => offers.push(offer) });
  peer.send('O', number, 'label');
  await until(() => offers.length === 1);
  expect(offers[0]?.label).toBe('label');
  const events: string[] = [];
  const channel = offers[0]?.accept({
    onData: (stream, chunk) => void events.push(`${stream}:${chunk}`),
    onInputEnd: () => void events.push('end'),
    onEnded: () => () => void events.push('ended'),
    onLost: () => void events.push('lost'),
  });
  expect((await peer.next('A')).channel).toBe(number);
  peer.send('D', number, 'request');
  peer.send('E', number);
  await channel?.write(Buffer.from('answer'));
  expect((await peer.next('D')).payload.toString()).toBe('answer');
  channel?.close();
  expect((await peer.next('X')).channel).toBe(number);
  peer.send('Q', number);
  await until(() => events.includes('ended'));
  expect(events).toEqual(['0:request', 'end', 'ended']);
});

test('init withdraws a channel that nothing has decided about', async () => {
  const offers: RelayOffer[] = [];
  const peer = await openPeerSession({ onRelay: (offer) => offers.push(offer) });
  peer.send('O', number, 'label');
  await until(() => offers.length === 1);
  peer.send('Q', number);
  peer.send('O', number, 'label');
  await until(() => offers.length === 2);
  offers[0]?.refuse('EACCES');
  expect((await peer.next('N')).channel).toBe(number);
  expect(peer.broken).toEqual([]);
});
