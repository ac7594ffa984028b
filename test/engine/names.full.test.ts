/** Look-ups of names in a run with the network, by every kind of resolver that the images have. */
import { beforeAll } from 'vitest';
import { installImages } from '../../src-daemon/engine/docker/install-images.ts';
import { describeWithDocker, resourcesDir, runtimeDir } from './docker-fixture.ts';
import { canTestNames, startNameServers, testNamesOf, testSilenceOf } from './names-suite.ts';

const nameServers = await startNameServers();

if (canTestNames()) {
  describeWithDocker(
    'a look-up of names in a run with the network',
    (fixture) => {
      beforeAll(async () => {
        const place = { runtimeDir, resourcesDir, environment: process.env };
        await installImages({ ...place, families: ['base', 'native'], onLine: () => {} });
      }, 1_200_000);
      testNamesOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
      testSilenceOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
    },
    { keepsWarm: false, nameServers },
  );
}
