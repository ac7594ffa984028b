/** The interface names a cluster, and nothing while programs run on this machine. */
import { describe, expect, it } from 'vitest';
import { clusterHint } from '../../../src-renderer/features/settings/cluster-settings.tsx';
import { clusterText } from '../../../src-renderer/ui/text/cluster-text.ts';
import { clusterOf, clusterSentence } from '../../../src-shared/formats/cluster-sentence.ts';

const engine = { place: 'cluster', cluster: 'prod-eu, namespace tools' } as const;

describe('a cluster', () => {
  it('is named where the engine is named, and hidden characters of its name are shown', () => {
    expect(clusterText(engine)).toBe(', cluster prod-eu, namespace tools');
    expect(clusterText({ cluster: 'a\u202eb' })).toBe(', cluster a‹U+202E›b');
    expect(clusterSentence(engine)).toBe('Programs run in the cluster prod-eu, namespace tools, not on this machine.');
    expect(clusterSentence({ place: 'cluster' })).toBe(
      'Programs run in the cluster of this daemon, not on this machine.',
    );
  });

  it('has a hint that says what leaves the machine, and to which cluster', () => {
    expect(clusterHint(clusterOf(engine))).toMatch(
      /^Your code, .* leave this machine for the cluster prod-eu, namespace tools,/,
    );
    expect(clusterHint(undefined)).toContain('on this machine now');
  });
});

it('this machine is not named at all', () => {
  expect(clusterText({})).toBe('');
  expect(clusterSentence({ place: 'machine' })).toBeUndefined();
  expect(clusterOf({ place: 'machine', cluster: 'ignored' })).toBeUndefined();
});
