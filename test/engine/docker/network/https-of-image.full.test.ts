/**
 * HTTPS from the clients in the base and scripting images, all clients of an image in one run. `https.full.test.ts` starts
 * each language in its own runs.
 */
import { afterAll, test } from 'vitest';
import { canMakeFarHttps, startFarNames } from '../../../support/network/far-https.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { baseHttps, scriptingHttps } from './https-programs.ts';
import { expectAllVerified, limitMs, prepareHttps, scriptOf, sourcesOf } from './https-suite.ts';

// R takes longer to start than all others together.
const { r: _, ...scripting } = scriptingHttps;

const names = await startFarNames();
afterAll(names.stop);

if (canMakeFarHttps('HTTPS')) {
  const options = { keepsWarm: false, nameServers: () => [names.at] };
  describeWithDocker(
    'HTTPS in a run with network access',
    (fixture) => {
      const runFar = prepareHttps(['base', 'scripting'], fixture);

      test(
        'works for Python, Node and curl with the authority, and fails without it or for another name',
        async () => {
          const files = sourcesOf(baseHttps);
          expectAllVerified(baseHttps, await runFar({ language: 'bash', code: scriptOf(baseHttps), files }));
        },
        limitMs,
      );

      test(
        'works the same way for Ruby, PHP, Perl and Lua',
        async () => {
          const files = { ...sourcesOf(scripting), 'all.sh': scriptOf(scripting) };
          const code = `exec '/bin/bash', 'all.sh'`;
          expectAllVerified(scripting, await runFar({ language: 'perl', code, files }));
        },
        limitMs,
      );
    },
    options,
  );
}
