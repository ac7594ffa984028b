/** `npm run images -- --push`: the real base image reaches a registry, and the daemon reads the list. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readImageList } from '../../../../src-daemon/engine/kubernetes/images/image-list.ts';
import { requireLanguage } from '../../../../src-daemon/engine/languages/languages.ts';
import { dockerOfTests } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { expectAbsent } from '../../../support/expect-absent.ts';
import { startRegistry } from '../../../support/kubernetes/registry.ts';
import { installLimitMs } from '../images/installed-families.ts';

const checkout = join(import.meta.dirname, '../../../..');
const password = 'secret-of-the-registry';

function images(args: readonly string[], config: object) {
  const folder = mkdtempSync(join(tmpdir(), 'docker-'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const program = join(checkout, 'src-daemon/process/install-images.ts');
  const options = { cwd: folder, env: { ...process.env, DOCKER_CONFIG: folder } };
  return promisify(execFile)(process.execPath, [program, ...args], options);
}

describeWithEngine('npm run images', () => {
  test('pushes the base image and writes the list', { timeout: installLimitMs }, async () => {
    const server = await startRegistry({ password });
    const list = join(mkdtempSync(join(tmpdir(), 'list-')), 'images.json');
    const auths = { [server.host]: { username: 'user', password } };
    const { stdout, stderr } = await images(['--push', `${server.host}/team`, '--list', list, 'base'], { auths });
    expectAbsent(stdout + stderr, password, 'the output');
    const { reference, versions } = (await readImageList(list)).of(requireLanguage('python'));
    expect(reference).toMatch(/^127\.0\.0\.1:\d+\/team\/strongroom-sandbox@sha256:[0-9a-f]{64}$/);
    expect(server.manifest('team/strongroom-sandbox', reference.split('@')[1] ?? '')).toBeDefined();
    expect(stdout).toContain(`${reference}\n`);
    expect(stdout).toContain(`python ${versions.python}\n`);
    expect(stdout).toContain(`Wrote ${list}.`);
    const left = (await dockerOfTests().listImages()).flatMap(({ RepoTags: tags }) => tags ?? []);
    expect(left.filter((tag) => tag.startsWith(server.host))).toEqual([]);
    await server.stop();
  });

  test('refuses a list that it could not write, before it pushes', async () => {
    const server = await startRegistry();
    const list = join(tmpdir(), 'none/images.json');
    await expect(images(['--push', server.host, '--list', list, 'base'], {})).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`--list ${list} cannot be written (ENOENT)`),
    });
    expect(server.requests).toEqual([]);
    await server.stop();
  });
});
