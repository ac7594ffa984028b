import { describe, expect, it } from 'vitest';
import { KeyringReply } from '../../../src-daemon/keystore/keyring-protocol.ts';

describe('a message of the keyring process', () => {
  it.each([{ connected: true }, { text: 'key' }, { text: null }, { failure: 'NoEntry' }])('can be %j', (content) => {
    const reply = { id: 1, ...content };
    expect(KeyringReply.parse(reply)).toEqual(reply);
  });

  it.each([
    null,
    'text',
    {},
    { id: 1 },
    { id: 0, text: 'key' },
    { id: 1, text: 5 },
    { id: 1, connected: false },
    { id: 1, text: 'key', failure: 'NoEntry' },
  ])('is not accepted when malformed: %j', (message) => {
    expect(KeyringReply.safeParse(message).success).toBe(false);
  });
});
