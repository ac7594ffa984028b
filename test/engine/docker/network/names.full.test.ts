/** Name resolution in a run with network access, by every kind of resolver in the images. */
import { beforeAll } from 'vitest';
import { describeWithDocker } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';
import { canTestNames, startNameServers, testNamesOf, testSilenceOf } from './names-suite.ts';

const nameServers = await startNameServers();

if (canTestNames()) {
  describeWithDocker(
    'name resolution in a run with network access',
    (fixture) => {
      beforeAll(() => installFamilies(['base', 'native'], fixture), installLimitMs);
      testNamesOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
      testSilenceOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
    },
    { keepsWarm: false, nameServers },
  );
}
