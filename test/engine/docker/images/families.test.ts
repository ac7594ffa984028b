import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { fakeJava, removeJava } from '../../fake-java.ts';
import { describeWithDocker, run } from '../docker-fixture.ts';

// Families that no image is of: the Java that they bring is a script, and quickly made.
const java = fakeJava('1.2.3');

describeWithDocker(
  'a language whose image is absent',
  (fixture) => {
    const statusOf = (id: string) =>
      fixture()
        .engine.languages()
        .find((language) => language.id === id);

    test('is refused with the command that brings it, is made meanwhile, and is there then', async () => {
      const { engine, docker } = fixture();
      expect(statusOf('java')).toMatchObject({ available: false, version: null });
      const refusal = { code: 'language_not_installed', message: expect.stringContaining('npm run images jvm') };
      expect(() => engine.admit({ language: 'java' })).toThrow(expect.objectContaining(refusal));
      await expect(run(engine, { language: 'java' })).rejects.toMatchObject(refusal);
      await until(() => statusOf('java')?.available === true);
      expect(statusOf('java')?.version).toBe('1.2.3');
      expect(() => engine.admit({ language: 'java' })).not.toThrow();

      // Somebody removes it: the next run says so, and it is made again.
      await removeJava(docker, java.version);
      await expect(run(engine, { language: 'java' })).rejects.toMatchObject(refusal);
      await until(() => statusOf('java')?.available === true);
      await removeJava(docker, java.version);
    });
  },
  { keepsWarm: false, resourcesDir: java.resourcesDir },
);
