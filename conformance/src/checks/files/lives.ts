import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { askFile, FILES, NOTES, withFile, withPrepared, type Part } from '../../calls/file-call.ts';
import { pdfOf, zipOf } from '../../calls/sample-files.ts';

const NOT_FOUND = { status: 404, code: 'file_not_found', param: 'file_id' } as const;
const DAY_S = 86_400;

const partsOf = (purpose: string, content: string | Buffer, filename: string): readonly Part[] => [
  ['purpose', purpose],
  ['file', content, filename],
];

check('FILE-07 FILE-25 FILE-26', 'a file is processed and becomes ready', async (deployment) => {
  for (const parts of [
    NOTES,
    partsOf('document', pdfOf('hello'), 'a.pdf'),
    partsOf('skill', zipOf({ 'SKILL.md': 'a' }), 'a.zip'),
  ])
    await withPrepared(deployment, parts, (file) => {
      assert.equal(file.status, 'ready');
      assert.equal(file.status_detail, null);
    });
});

check('FILE-07 FILE-25 FILE-27', 'an invalid file fails and says why (D-FILE-4)', async (deployment) => {
  for (const [detail, purpose, content, filename] of [
    ['corrupt_file', 'document', '%PDF-1.7\nnothing else', 'a.pdf'],
    ['corrupt_file', 'skill', zipOf({ a: 'a' }).subarray(0, -10), 'a.zip'],
    ['unsafe_archive', 'skill', zipOf({ '../a': 'a' }), 'a.zip'],
    ['empty_file', 'document', '', 'a.txt'],
  ] as const)
    await withPrepared(deployment, partsOf(purpose, content, filename), async (file) => {
      assert.equal(file.status, 'failed');
      assert.equal(file.status_detail, detail, 'FILE-27 status_detail');
      const download = await askFile(deployment, 'GET', file.id, {}, '/content');
      assertError(download, { status: 409, code: 'resource_conflict' });
    });
});

check('FILE-29', 'a ready file can be downloaded, in full and by range (D-FILE-2)', async (deployment) => {
  await withPrepared(deployment, NOTES, async ({ id }) => {
    const content = (range?: string) =>
      askFile(deployment, 'GET', id, range === undefined ? {} : { headers: { range } }, '/content');
    const whole = await content();
    assert.equal(whole.status, 200);
    assert.equal(whole.text, 'The answer is 42.');
    assert.equal(whole.headers['content-type'], 'text/plain');
    assert.match(String(whole.headers['content-disposition']), /^attachment;.*notes\.txt/);
    assert.equal(whole.headers['x-content-type-options'], 'nosniff');
    for (const [range, text, contentRange] of [
      ['bytes=4-9', 'answer', 'bytes 4-9/17'],
      ['bytes=-3', '42.', 'bytes 14-16/17'],
      ['bytes=14-', '42.', 'bytes 14-16/17'],
    ] as const) {
      const part = await content(range);
      assert.equal(part.status, 206);
      assert.equal(part.text, text);
      assert.equal(part.headers['content-range'], contentRange);
    }
    assert.equal((await content('bytes=17-')).status, 416);
    assert.equal((await content('bytes=0-1,4-5')).status, 200);
  });
});

check('FILE-01 FILE-28', 'files are listed, read and deleted (D-FILE-1)', async (deployment) => {
  await withFile(deployment, NOTES, async ({ id }) => {
    const list = await deployment.get(`${FILES}?purpose=document&source=upload&limit=1`);
    assert.equal(list.status, 200);
    const { data } = list.json<{ data: { id: string }[] }>();
    assert.equal(data[0]?.id, id, 'the newest is the first');
    assertError(await deployment.get(`${FILES}?purpose=x`), {
      status: 400,
      code: 'invalid_parameter',
      param: 'purpose',
    });
    assert.equal((await askFile(deployment, 'GET', id)).json()['id'], id);
    const deletion = await askFile(deployment, 'DELETE', id);
    assert.equal(deletion.status, 200);
    assert.deepEqual(deletion.json(), { id, object: 'file', deleted: true });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/content'],
    ] as const)
      assertError(await askFile(deployment, method, id, {}, path), NOT_FOUND);
  });
});

check('FILE-31 WORK-13', 'a file is visible in its own workspace only', async (deployment) => {
  await withPrepared(deployment, NOTES, async ({ id }) => {
    for (const as of ['research', 'zero_retention']) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/content'],
      ] as const)
        assertError(await askFile(deployment, method, id, { as }, path), NOT_FOUND);
      const { data } = (await deployment.get(FILES, { as })).json<{ data: { id: string }[] }>();
      assert.ok(!data.some((file) => file.id === id), 'FILE-31 not in the list of another workspace');
    }
    assert.equal((await askFile(deployment, 'GET', id, { as: 'second' })).status, 200, 'of all its keys');
  });
});

check(
  'FILE-28',
  'a file is not found from its expires_at on (D-FILE-7)',
  async (deployment) => {
    deployment.requireClock();
    const parts: readonly Part[] = [['expires_after_days', '1'], ...NOTES];
    await withPrepared(deployment, parts, async ({ id, expires_at: expiresAt }) => {
      await deployment.advanceClock(Math.floor(expiresAt - deployment.nowMs() / 1000) - 30);
      assert.equal((await askFile(deployment, 'GET', id)).status, 200);
      await deployment.advanceClock(31);
      assertError(await askFile(deployment, 'GET', id), NOT_FOUND);
      assertError(await askFile(deployment, 'GET', id, {}, '/content'), NOT_FOUND);
      assert.ok(deployment.nowMs() / 1000 - expiresAt < DAY_S);
    });
  },
  { variant: 'small-files' },
);
