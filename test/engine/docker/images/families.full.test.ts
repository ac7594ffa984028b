import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { describeWithDocker, jobOf, run } from '../docker-fixture.ts';
import { fakeJava, removeJava } from './fake-java.ts';

// Families without an image. Their Java is a script, so that the image is built quickly.
const java = fakeJava('1.2.3');

describeWithDocker(
  'a language whose image is absent',
  (fixture) => {
    const statusOf = (id: string) =>
      fixture()
        .engine.languages()
        .find((language) => language.id === id);

    test('is refused with the install command while the image is built, and available afterwards', async () => {
      const { engine, docker } = fixture();
      expect(statusOf('java')).toMatchObject({ available: false, version: null });
      const refusal = { code: 'language_not_installed', message: expect.stringContaining('npm run images jvm') };
      expect(() => engine.admit(jobOf({ language: 'java' }))).toThrow(expect.objectContaining(refusal));
      await expect(run(engine, { language: 'java' })).rejects.toMatchObject(refusal);
      await until(() => statusOf('java')?.available === true);
      expect(statusOf('java')?.version).toBe('1.2.3');
      expect(() => engine.admit(jobOf({ language: 'java' })).release()).not.toThrow();

      // After its removal, the next run is refused again, and the image is rebuilt.
      await removeJava(docker, java.version);
      await expect(run(engine, { language: 'java' })).rejects.toMatchObject(refusal);
      await until(() => statusOf('java')?.available === true);
      await removeJava(docker, java.version);
    });
  },
  { keepsWarm: false, resourcesDir: java.resourcesDir },
);
