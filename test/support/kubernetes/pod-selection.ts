/** Which pods a list or a watch selects. */
import type { StoredPod } from './pod-store.ts';

/**
 * Returns true if a pod has all labels of a selector such as `role=sandbox,instance=abc`, and the name of a selector of
 * fields: `metadata.name=one`.
 */
export function matches({ metadata }: StoredPod, selector: string, fields = ''): boolean {
  const name = fields === '' ? metadata.name : fields.slice('metadata.name='.length);
  return name === metadata.name && pairsOf(selector).every(([label, value]) => metadata.labels[label] === value);
}

function pairsOf(selector: string): (readonly [string, string])[] {
  return selector
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [label = '', value = ''] = pair.split('=');
      return [label, value];
    });
}
