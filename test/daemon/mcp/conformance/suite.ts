import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const bin = join(import.meta.dirname, '../../../../node_modules/.bin');

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

export interface ScenarioResult {
  scenario: string;
  /** Number of checks that succeeded. */
  passed: number;
  /** Checks that failed or warned, with their reason. */
  faults: string[];
}

/** Runs all scenarios of a revision in one process, and returns what each has found. */
export async function runSuite(url: string, revision: string): Promise<ScenarioResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder];
  await execa(join(bin, 'node'), [join(bin, 'conformance'), ...args], { reject: false, cwd: folder });
  return readdirSync(folder).map((name) => {
    const checks: Check[] = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
    return {
      scenario: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      faults: checks
        .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
        .map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`),
    };
  });
}
