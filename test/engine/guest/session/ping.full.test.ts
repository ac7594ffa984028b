import { expect, test } from 'vitest';
import { statEntry } from '../../../../src-daemon/engine/guest/session/entries.ts';
import { openPeerSession } from '../../../support/engine/init-peer.ts';
import { until } from '../../../support/until.ts';

test('a ping resolves with its pong', async () => {
  const peer = await openPeerSession();
  const ping = peer.session.ping();
  peer.send('G', 0, (await peer.next('P')).payload);
  await ping;
});

test('an init that answers neither an open channel nor a ping ends the session', async () => {
  const peer = await openPeerSession({ answerLimitMs: 50 });
  statEntry(peer.session, 'a').catch(() => {});
  await until(() => peer.broken.length > 0);
  expect(peer.broken).toMatchObject([{ name: 'ProtocolError', message: 'init does not answer' }]);
  expect(peer.sent.map(({ type }) => type)).toEqual(['O', 'P']);
});

test('an init that is slow to open a channel but answers the ping keeps its session', async () => {
  const peer = await openPeerSession({ answerLimitMs: 50 });
  statEntry(peer.session, 'a').catch(() => {});
  peer.send('G', 0, (await peer.next('P')).payload);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(peer.broken).toEqual([]);
});

test('a paused sandbox does not have to answer', async () => {
  const peer = await openPeerSession({ answerLimitMs: 50 });
  peer.session.setPaused(true);
  statEntry(peer.session, 'a').catch(() => {});
  const ping = peer.session.ping();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(peer.broken).toEqual([]);
  peer.session.setPaused(false);
  peer.send('G', 0, (await peer.next('P')).payload);
  await ping;
});
