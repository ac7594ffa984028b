import { describe, expect, it } from 'vitest';
import { draftOf, emptyDraft, requestOf } from '../../../src-renderer/features/executions/options/run-draft.ts';
import { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';

const full = {
  ...emptyDraft,
  args: 'one\ntwo words',
  stdin: 'in',
  files: [{ path: 'a.txt', size: 2, content: 'hi', encoding: 'utf8' as const }],
  secrets: ['TOKEN'],
  timeoutSeconds: '1.5',
  compileTimeoutSeconds: '90',
  memoryMb: '64',
};

describe('the draft of a run', () => {
  it('is a request of the contract', () => {
    expect(ExecuteRequest.parse(requestOf(full))).toMatchObject({
      args: ['one', 'two words'],
      timeoutMs: 1500,
      compileTimeoutMs: 90_000,
      memoryMb: 64,
      secrets: ['TOKEN'],
    });
    expect(ExecuteRequest.safeParse(requestOf(emptyDraft)).success).toBe(true);
  });

  it('comes back from the request that it made', () => {
    expect(draftOf(requestOf(full))).toEqual(full);
  });

  it('sends no secret along by "all" when it asks for the network', () => {
    expect(requestOf({ ...emptyDraft, network: 'full' }).secrets).toEqual([]);
  });
});
