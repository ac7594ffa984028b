/** The description of the network that a model gets with the prompt. */
import { describe, expect, it } from 'vitest';
import { firstMessages } from '../../../src-daemon/generation/model/messages.ts';
import { GenerationEvent } from '../../../src-shared/contracts/generation.contract.ts';
import type { Network } from '../../../src-shared/contracts/network/network-rules.ts';
import { networkEvent } from '../../support/engine/scripted-engine.ts';

function conventions(network: Network): string {
  const language = { id: 'python', name: 'Python', version: '3.13' };
  const [system] = firstMessages({ prompt: 'p', language, packages: [], secretNames: ['TOKEN'], network });
  return system?.content ?? '';
}

describe('the conventions of a program', () => {
  it('say that there is no network, or that all of it can be used', () => {
    for (const network of ['none', { allow: [] }] satisfies Network[])
      expect(conventions(network)).toContain('There is no network.');
    expect(conventions('full')).toContain('The network can be used.');
  });

  it('name the hosts of the rules and their limits', () => {
    const text = conventions({
      allow: [
        { host: 'api.example.com', methods: ['GET'], paths: ['/v1/**'] },
        { host: 'db.test', protocol: 'tcp', ports: [5432] },
      ],
    });
    expect(text).toContain(
      'Only these hosts can be reached: api.example.com (HTTPS or other TLS, port 443), only GET, only the paths /v1/**; ' +
        'db.test (TCP, port 5432). Connections to all others are refused.',
    );
    expect(text).not.toContain('placeholder of');
  });

  it('say that a variable is the placeholder of a secret', () => {
    const text = conventions({ allow: [{ host: 'api.example.com', secrets: ['TOKEN'] }] });
    expect(text).toContain(
      'The values of these variables are placeholders: TOKEN to api.example.com. Send them unchanged',
    );
  });
});

it('the stream of a generation has the network events of its runs', () => {
  const event = { event: 'network', data: networkEvent({ phase: 'open' }) };
  expect(GenerationEvent.parse(event)).toEqual(event);
});
