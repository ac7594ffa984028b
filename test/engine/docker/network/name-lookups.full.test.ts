/** Name resolution in a run with network access. names.full.test.ts has more resolvers. */
import { describeWithDocker } from '../docker-fixture.ts';
import { canTestNames, startNameServers, testManyAtOnce, testNamesOf } from './names-suite.ts';

const nameServers = await startNameServers();

if (canTestNames()) {
  const suite = 'a look-up of names in a run with the network';
  describeWithDocker(
    suite,
    (fixture) => {
      testNamesOf(['python'], fixture);
      testManyAtOnce(fixture);
    },
    { keepsWarm: false, nameServers },
  );
}
