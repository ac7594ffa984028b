import { describeWithDocker } from '../docker-fixture.ts';
import { testLanguagesOf } from './language-suite.ts';
import { testSamplesOf } from './samples-suite.ts';

describeWithDocker('every language of the small images', (fixture) => {
  testLanguagesOf(['base', 'scripting'], fixture);
  testSamplesOf(['base', 'scripting'], fixture);
});
