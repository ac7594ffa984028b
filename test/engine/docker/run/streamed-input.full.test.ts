/** Input that follows while the program runs, in Docker. */

import { testStreamedInput } from '../../streamed-input-suite.ts';
import { describeWithDocker, jobOf } from '../docker-fixture.ts';

describeWithDocker('streamed input', (fixture) => {
  testStreamedInput(
    () => fixture().engine,
    (code, timeoutMs = 10_000) => jobOf({ language: 'python', code, timeoutMs }),
  );
});
