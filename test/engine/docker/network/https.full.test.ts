/** HTTPS from every language, each in its own runs. The images of the last two families take minutes to build. */
import { afterAll } from 'vitest';
import { canMakeFarHttps, startFarNames } from '../../../support/network/far-https.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { jvmHttps, nativeHttps } from './https-native-programs.ts';
import { baseHttps, scriptingHttps } from './https-programs.ts';
import { prepareHttps, testHttpsOf } from './https-suite.ts';

const names = await startFarNames();
afterAll(names.stop);

if (canMakeFarHttps('HTTPS from every language')) {
  const options = { keepsWarm: false, nameServers: () => [names.at] };
  describeWithDocker(
    'HTTPS in a run with network access',
    (fixture) => {
      const runFar = prepareHttps(['base', 'scripting', 'native', 'jvm'], fixture);
      testHttpsOf({ ...baseHttps, ...scriptingHttps, ...nativeHttps, ...jvmHttps }, runFar);
    },
    options,
  );
}
