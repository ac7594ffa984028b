import { describe, expect, it } from 'vitest';
import { deleteDraft, draftLimits, readDraft } from '../../../src-shared/contracts/drafts.contract.ts';
import { draftBytesLimit } from '../../../src-shared/zk/draft-payload.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { at, payload, refusedSave, save } from './draft-calls.ts';

const daemon = testDaemonOfFile();
describe('the limits', () => {
  it(`are ${draftLimits.drafts} drafts an account`, async () => {
    const user = await daemon().newUser();
    for (let number = 0; number < draftLimits.drafts; number++) await save(user, `script:${number}`);
    expect(await refusedSave(user, 'run')).toMatchObject({
      code: 'drafts_full',
      message: expect.stringMatching('256'),
    });
    await save(user, 'script:0', { payload: payload(80) });
    await user.session.call(deleteDraft, at('script:1'));
    await save(user, 'run');
  });

  it('are 64 MiB an account, and what one request carries for one draft', async () => {
    const user = await daemon().newUser();
    const large = { payload: payload(draftBytesLimit) };
    for (let number = 0; number < 5; number++) await save(user, `script:${number}`, large);
    expect(await refusedSave(user, 'run', large)).toMatchObject({ code: 'drafts_full' });
    await save(user, 'script:0', large);
    const { draft } = await user.session.call(readDraft, at('script:0'));
    expect(draft?.payload).toEqual(large.payload);
    expect(await refusedSave(user, 'run', { payload: payload(draftBytesLimit + 3) })).toMatchObject({ status: 400 });
  });
});
