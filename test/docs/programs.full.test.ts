/** Runs the programs of examples/ as their pages say, on a new machine. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { installImages } from '../../src-daemon/engine/docker/images/install-images.ts';
import { resourcesDir, runtimeDir } from '../engine/docker/docker-fixture.ts';
import { installLimitMs } from '../engine/docker/images/installed-families.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { expectPasted, readerOfFile } from './page-session.ts';

const checkout = join(import.meta.dirname, '../..');

describeWithEngine('the programs of examples/', () => {
  describe.each([
    { page: '../examples/README.md', before: [], families: [] },
    {
      page: '../examples/languages/README.md',
      before: [],
      families: ['scripting', 'native', 'jvm'] as const,
    },
  ])('$page', ({ page, families }) => {
    const reader = readerOfFile();

    beforeAll(async () => {
      for (const folder of ['examples', 'clients/python', 'clients/typescript'])
        cpSync(join(checkout, folder), join(reader().work, folder), { recursive: true });
      const options = { runtimeDir, resourcesDir, environment: process.env };
      if (families.length > 0) await installImages({ ...options, families, onLine: () => {} });
    }, installLimitMs);

    it('work from top to bottom', async () => {
      const inFolder = (script: string) => script.replace(/^cd languages$/m, 'cd examples/languages');
      expectPasted(await reader().paste(['quick-start.md', page], inFolder));
    });
  });
});
