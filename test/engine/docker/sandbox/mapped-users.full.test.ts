/** An engine that maps the user ids of its containers to a part of the machine's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, shell } from '../../live/live-fixture.ts';
import { describeWithDocker, type Fixture, newEngine, run, sandboxImage, silentLog } from '../docker-fixture.ts';
import { type AlteredEngine, startAlteredEngine } from '../link/altered-engine.ts';
import { canHaveOwnDockerd, createOwnDockerd, type OwnDockerd } from '../link/own-dockerd.ts';

const isSkipped = !canHaveOwnDockerd && process.env.CI !== 'true';

describeWithDocker('an engine in a user namespace', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  if (isSkipped) console.warn('SKIPPED, a dockerd of the test’s own needs root on Linux: user ids in a user namespace');
  let own: OwnDockerd;
  let altered: AlteredEngine;
  beforeAll(async () => {
    if (isSkipped) return;
    own = createOwnDockerd({}, { mappedTo: 700_000 });
    await own.start();
    const { docker } = fixture();
    const { RepoTags: names } = await docker.getImage(sandboxImage(fixture())).inspect();
    await own.takeImage(docker, names[0] ?? '');
    // An engine that does not say that it has one, as in virtual machines of desktop products.
    const secretive = (info: Record<string, unknown>) => ({
      ...info,
      SecurityOptions: (info.SecurityOptions as string[]).filter((option) => !option.startsWith('name=userns')),
    });
    altered = await startAlteredEngine({ info: secretive }, own.host.replace('unix://', ''));
  });
  afterAll(async () => {
    await altered?.stop();
    await own?.remove();
  });

  test.skipIf(isSkipped).each(['says so', 'does not say so'])(
    'that %s gives each sandbox an id that it maps, and the log says what is still shared',
    async (kind) => {
      const warnings: object[] = [];
      const log = { ...silentLog, warn: (fields: object, message: string) => warnings.push({ ...fields, message }) };
      const host = kind === 'says so' ? own.host : altered.host;
      const { engine } = newEngine({ environment: { DOCKER_HOST: host }, log, keepsWarm: false });
      await engine.start();
      expect(engine.status()).toMatchObject({ status: 'ready' });
      const code = 'id -u; whoami; touch /work/x ~/y && stat -c %U /work ~';
      const answers = await Promise.all([run(engine, { code }), run(engine, { code })]);
      const uids = answers.map(({ stdout }) => Number(stdout.split('\n', 1)[0]));
      expect(new Set(uids).size).toBe(2);
      for (const uid of uids) expect(uid >= 10_000 && uid < 60_000).toBe(true);
      for (const { stdout } of answers) expect(stdout).toMatch(/^\d+\nsandbox\nsandbox\nsandbox\n$/);
      const sandbox = await openSandbox(engine);
      expect((await shell(sandbox, 'whoami')).stdout).toBe('sandbox\n');
      await sandbox.dispose();
      await engine.stop();
      const message = expect.stringMatching(
        /counts inotify instances, signals and message queues of all its containers together/,
      );
      expect(warnings).toContainEqual({ userIds: { first: 10_000, count: 50_000 }, message });
    },
  );
}
