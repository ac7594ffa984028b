/** Look-ups of names in a run with the network, by every kind of resolver that the images have. */
import { beforeAll } from 'vitest';
import { describeWithDocker } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';
import { canTestNames, startNameServers, testNamesOf, testSilenceOf } from './names-suite.ts';

const nameServers = await startNameServers();

if (canTestNames()) {
  describeWithDocker(
    'a look-up of names in a run with the network',
    (fixture) => {
      beforeAll(() => installFamilies(['base', 'native'], fixture), installLimitMs);
      testNamesOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
      testSilenceOf(['python', 'javascript', 'c-ares', 'curl', 'go'], fixture);
    },
    { keepsWarm: false, nameServers },
  );
}
