/** The check at the end of `npm test`, on a run that left something of each kind behind. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { identityOf, listAbandonedRuns, makeRunFolder, ownerFile } from '../../../scripts/test/run-folder.ts';
import { recordInRun } from '../../../scripts/test/run-records.ts';
import { dockerOfTests } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const program = join(import.meta.dirname, '../../support/leftovers/leftovers.ts');

let runFolder = '';
beforeEach(() => {
  runFolder = makeRunFolder(tmpdir());
});

async function check() {
  const { exitCode, stderr } = await execa(process.execPath, [program, runFolder, '0'], { reject: false });
  return { exitCode, lines: stderr.split('\n').filter((line) => line !== '') };
}

describe('the check for leftovers', () => {
  it('passes a run that left nothing', async () => {
    recordInRun(runFolder, { testPath: 'test/a.test.ts', folder: join(runFolder, 'gone'), instances: ['0a'] });
    expect(await check()).toEqual({ exitCode: 0, lines: [] });
  });

  it('names folders with the test file that made them, and processes, and removes both', async () => {
    const folder = join(runFolder, 'strongroom-left');
    mkdirSync(folder);
    recordInRun(runFolder, { testPath: 'test/a.test.ts', folder, instances: [] });
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { env: { TMPDIR: folder } });
    const { exitCode, lines } = await check();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining(`LEFT BEHIND process ${child.pid}: ${process.execPath} -e setInterval`),
      `LEFT BEHIND folder ${folder} of test/a.test.ts`,
    ]);
    expect(existsSync(folder)).toBe(false);
    expect(await check()).toEqual({ exitCode: 0, lines: [] });
  });
});

describe('the folder of a run that was killed', () => {
  it('is listed when its process has exited, unlike that of a run that has not ended or begins', async () => {
    const begins = makeRunFolder(tmpdir());
    rmSync(join(begins, ownerFile));
    const killed = makeRunFolder(tmpdir());
    const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
    writeFileSync(join(killed, ownerFile), `${identityOf(owner.pid ?? 0)}\n`);
    expect(listAbandonedRuns(tmpdir())).toEqual([]);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(listAbandonedRuns(tmpdir())).toEqual([killed]);
  });
});

describeWithEngine('the check for leftovers at the engine', () => {
  it('names and removes what the run made, and leaves alone what another daemon has', async () => {
    const docker = dockerOfTests();
    const [image] = await docker.listImages({ filters: { reference: ['strongroom/sandbox'] } });
    const ours = randomBytes(16).toString('hex');
    const another = randomBytes(16).toString('hex');
    const make = async (instance: string) => {
      const Labels = { 'app.strongroom.instance': instance, 'app.strongroom.role': 'sandbox' };
      await docker.createVolume({ Name: `leftover-${instance}`, Labels });
      const network = await docker.createNetwork({ Name: `leftover-${instance}`, Labels });
      const container = await docker.createContainer({ Image: image?.Id ?? '', Labels });
      return { container, network, volume: docker.getVolume(`leftover-${instance}`) };
    };
    await make(ours);
    const kept = await make(another);
    try {
      recordInRun(runFolder, { testPath: 'test/a.test.ts', folder: join(runFolder, 'gone'), instances: [ours] });
      const { exitCode, lines } = await check();
      expect(exitCode).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(/^LEFT BEHIND container \w{12} \(sandbox, created: Created\) of test\/a\.test\.ts$/),
        `LEFT BEHIND volume leftover-${ours} of test/a.test.ts`,
        `LEFT BEHIND network leftover-${ours} of test/a.test.ts`,
      ]);
      expect(await check()).toEqual({ exitCode: 0, lines: [] });
      expect((await kept.container.inspect()).State.Status).toBe('created');
    } finally {
      await kept.container.remove();
      await kept.volume.remove();
      await kept.network.remove();
    }
  });
});
