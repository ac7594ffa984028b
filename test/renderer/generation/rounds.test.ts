import { describe, expect, it } from 'vitest';
import { approvedRequest, approvedRunOf } from '../../../src-renderer/features/generation/approved-request.ts';
import { providerFormOf, providerInputOf } from '../../../src-renderer/features/generation/providers/provider-form.ts';
import {
  canRepair,
  codeBefore,
  failureText,
  hasUnsavedRounds,
  type Round,
  type RoundOutcome,
} from '../../../src-renderer/features/generation/rounds.ts';
import type { Provider } from '../../../src-shared/contracts/providers.contract.ts';
import { approvalHash } from '../../../src-shared/formats/approval-hash.ts';

const failed: RoundOutcome = { status: 'failed', exitCode: 1, signal: null, stdout: '', stderr: '' };

function roundOf(number: number, more: Partial<Round> = {}): Round {
  const round = { number, model: 'm', answered: `code ${number}`, code: `code ${number}` };
  return { ...round, approval: undefined, outcome: undefined, ...more } as Round;
}

describe('a repair', () => {
  it.each([
    ['has no rounds', [], false],
    ['has not run', [roundOf(1)], false],
    ['failed', [roundOf(1, { outcome: failed })], true],
    ['timed out', [roundOf(1, { outcome: { ...failed, status: 'timed_out' } })], true],
    ['succeeded', [roundOf(1, { outcome: { ...failed, status: 'succeeded' } })], false],
    ['was cancelled', [roundOf(1, { outcome: { ...failed, status: 'cancelled' } })], false],
    ['failed for the third time', [roundOf(3, { outcome: failed })], true],
    ['used all three repairs', [roundOf(4, { outcome: failed })], false],
    ['failed, but a newer one has not run', [roundOf(1, { outcome: failed }), roundOf(2)], false],
  ])('is possible or not when the newest round %s', (_, rounds, isPossible) => {
    expect(canRepair(rounds)).toBe(isPossible);
  });

  it('reports the status first, and the end of each stream', () => {
    const stdout = `${'x'.repeat(3000)}out end`;
    const text = failureText({ ...failed, status: 'out_of_memory', signal: 'SIGKILL', exitCode: null, stdout });
    expect(text).toMatch(/^The program ended: out of memory, signal SIGKILL\.\n\nStandard output/);
    expect(text).toMatch(/out end$/);
    expect(text.length).toBeLessThan(2200);
    expect(failureText({ ...failed, exitCode: 0, stderr: 'why' })).toBe(
      'The program ended: failed, exit code 0.\n\nStandard error (its end):\nwhy',
    );
  });
});

describe('the rounds of a generation', () => {
  it('are compared with the one before', () => {
    expect(codeBefore([roundOf(1), roundOf(2)], 2)).toBe('code 1');
    expect(codeBefore([roundOf(1)], 1)).toBeUndefined();
  });

  it('are unsaved while one has not run as the model wrote it', () => {
    expect(hasUnsavedRounds([])).toBe(false);
    expect(hasUnsavedRounds([roundOf(1, { outcome: failed })])).toBe(false);
    expect(hasUnsavedRounds([roundOf(1, { outcome: failed }), roundOf(2)])).toBe(true);
    expect(hasUnsavedRounds([roundOf(1, { outcome: failed, code: 'edited' })])).toBe(true);
  });
});

describe('an approval', () => {
  const packages = [
    {
      ...{ language: 'python', name: 'requests', requested: '==2', version: '2.0', status: 'installed' as const },
      addedAt: '',
    },
  ];
  const reviewed = { round: roundOf(2), language: 'python', options: {}, packages };

  it('is of the code, the secrets by name, the packages and the network', () => {
    expect(approvedRunOf(reviewed)).toMatchObject({ code: 'code 2', secrets: [], network: 'none' });
    expect(approvedRunOf(reviewed).packages).toHaveLength(1);
    expect(approvedRunOf({ ...reviewed, options: { packages: false } }).packages).toEqual([]);
    expect(approvedRunOf({ ...reviewed, options: { packages: false, withPackages: ['rich'] } }).packages).toEqual([
      'rich',
    ]);
  });

  it('is sent with exactly what was approved', () => {
    const options = { secrets: ['TOKEN'], network: 'full' as const, args: ['a'] };
    const request = approvedRequest({ ...reviewed, options }, 'the prompt');
    expect(request).toMatchObject({ code: 'code 2', language: 'python', args: ['a'], secrets: ['TOKEN'] });
    expect(request.generated).toEqual({
      ...{ prompt: 'the prompt', model: 'm', attempt: 2 },
      approval: approvalHash(approvedRunOf({ ...reviewed, options })),
    });
  });

  it('does not hold for changed code, secrets, packages or network', () => {
    const hashes = [
      reviewed,
      { ...reviewed, round: roundOf(2, { code: 'edited' }) },
      { ...reviewed, options: { secrets: ['TOKEN'] } },
      { ...reviewed, options: { packages: false } },
      { ...reviewed, options: { network: 'full' as const } },
      { ...reviewed, language: 'bash' },
    ].map((changed) => approvalHash(approvedRunOf(changed)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('the form of a model provider', () => {
  const provider: Provider = {
    ...{ id: 'p', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', hasKey: true, default: true, timeoutMs: 1500 },
  } as Provider;

  it('begins with the provider, without its key', () => {
    expect(providerFormOf(provider)).toMatchObject({ id: 'p', timeoutSeconds: '1.5', apiKey: '', isDefault: true });
    expect(providerFormOf(undefined)).toMatchObject({ id: '', timeoutSeconds: '', isDefault: false });
  });

  it('sends the key only when it was typed or is removed', () => {
    const draft = { ...providerFormOf(provider), baseUrl: ' http://127.0.0.1:1 ', isDefault: false };
    expect(providerInputOf(draft)).toEqual({ baseUrl: 'http://127.0.0.1:1', model: 'm', timeoutMs: 1500 });
    expect(providerInputOf({ ...draft, apiKey: 'sk' })).toMatchObject({ apiKey: 'sk' });
    expect(providerInputOf({ ...draft, apiKey: 'sk', removeKey: true })).toMatchObject({ apiKey: null });
  });

  it('sends the default time limit and the default provider as absent', () => {
    const input = providerInputOf(providerFormOf(undefined));
    expect(input).not.toHaveProperty('timeoutMs');
    expect(input).not.toHaveProperty('default');
  });
});
