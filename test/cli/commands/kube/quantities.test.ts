import { expect, test } from 'vitest';
import { formatCpu, formatMemory } from '../../../../src-cli/commands/kube/quantities.ts';

test.each([
  [1, '1Mi'],
  [256, '256Mi'],
  [1024, '1Gi'],
  [1536, '1536Mi'],
  [25_600, '25Gi'],
  [1024 * 1024, '1Ti'],
  [1024 ** 4, '1024Pi'],
])('%i MiB are %s', (mebibytes, text) => {
  expect(formatMemory(mebibytes)).toBe(text);
});

test.each([
  [250, '250m'],
  [1000, '1'],
  [12_500, '12500m'],
  [50_000, '50'],
])('%i thousandths of a core are %s', (millicores, text) => {
  expect(formatCpu(millicores)).toBe(text);
});
