import assert from 'node:assert/strict';
import type { FilePurpose } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { FILES, NOTES, upload, withFile, type Part } from '../../calls/file-call.ts';
import { DOCX, GIF, JPEG, pdfOf, PNG, PPTX, WEBP, XLSX, zipOf } from '../../calls/sample-files.ts';

const DAY_S = 86_400;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

type Sample = readonly [filename: string, content: string | Buffer, mimeType: string];

const partsOf = (purpose: string, content: string | Buffer, filename: string): readonly Part[] => [
  ['purpose', purpose],
  ['file', content, filename],
];

check(
  'FILE-01 FILE-02 FILE-03 FILE-05 FILE-06 FILE-07 FILE-08 FILE-09 FILE-19 FILE-22',
  'an upload returns 201 with the file object',
  async (deployment) => {
    await withFile(deployment, NOTES, (file) => {
      assert.match(file.id, /^file_/, 'FILE-01 id');
      assert.equal(file.object, 'file', 'FILE-01 object');
      assert.equal(file.filename, 'notes.txt', 'FILE-02 filename');
      assert.equal(file.purpose, 'document', 'FILE-02 purpose');
      assert.equal(file.bytes, Buffer.byteLength('The answer is 42.'), 'FILE-03 bytes');
      assert.match(file.workspace_id, /^wrkspc_/, 'FILE-02 workspace_id');
      const nowS = deployment.nowMs() / 1000;
      assert.ok(Math.abs(file.created_at - nowS) < 120, 'FILE-05 created_at is now, in seconds');
      assert.equal(file.expires_at, file.created_at + 30 * DAY_S, 'FILE-06 FILE-19 30 days by default');
      assert.equal(file.status, 'processing', 'FILE-22 status');
      assert.equal(file.status_detail, null, 'FILE-07 status_detail comes with failed');
      assert.equal(file.source, 'upload', 'FILE-08 source');
    });
  },
);

/** One upload of each sample, whose types must be told. */
function accepted(rule: string, purpose: FilePurpose, samples: readonly Sample[]): void {
  check(
    `${rule} FILE-04`,
    `${purpose} accepts ${samples.map(([name]) => name).join(', ')}`,
    async (deployment) => {
      for (const [filename, content, mimeType] of samples)
        await withFile(deployment, partsOf(purpose, content, filename), (file) =>
          assert.equal(file.mime_type, mimeType, `FILE-04 mime_type of ${filename}`),
        );
    },
  );
}

accepted('FILE-13', 'document', [
  ['a.pdf', pdfOf('hello'), 'application/pdf'],
  ['a.docx', DOCX, `${OFFICE}wordprocessingml.document`],
  ['a.pptx', PPTX, `${OFFICE}presentationml.presentation`],
  ['a.xlsx', XLSX, `${OFFICE}spreadsheetml.sheet`],
  ['a.csv', 'a,b\n1,2\n', 'text/csv'],
  ['a.txt', 'hello', 'text/plain'],
  ['a.md', '# hello', 'text/markdown'],
  ['a.html', '<p>hello</p>', 'text/html'],
  ['a.json', '{"a":1}', 'application/json'],
]);
accepted('FILE-14', 'vision', [
  ['a.png', PNG, 'image/png'],
  ['a.jpg', JPEG, 'image/jpeg'],
  ['a.webp', WEBP, 'image/webp'],
  ['a.gif', GIF, 'image/gif'],
  // The content tells.
  ['a.txt', PNG, 'image/png'],
]);
accepted('FILE-15', 'batch', [['a.jsonl', '{"custom_id":"1"}\n', 'application/jsonl']]);
accepted('FILE-16', 'code_input', [
  ['a.bin', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
  ['a.png', PNG, 'image/png'],
]);
accepted('FILE-17', 'skill', [['a.zip', zipOf({ 'SKILL.md': 'hello' }), 'application/zip']]);

check(
  'FILE-18 FILE-15 FILE-17',
  'a type that the purpose does not accept is refused (D-FILE-4)',
  async (deployment) => {
    for (const [purpose, content, filename] of [
      ['vision', pdfOf('hello'), 'a.pdf'],
      ['vision', pdfOf('hello'), 'a.png'],
      ['document', PNG, 'a.pdf'],
      ['document', zipOf({ a: 'a' }), 'a.zip'],
      ['document', Buffer.from('caf\u00e9', 'latin1'), 'a.txt'],
      ['batch', PNG, 'a.jsonl'],
      ['skill', 'hello', 'a.zip'],
    ] as const)
      assertError(await upload(deployment, partsOf(purpose, content, filename)), {
        status: 400,
        code: 'unsupported_file_type',
        param: 'file',
      });
  },
);

async function assertRefused(
  deployment: Deployment,
  parts: readonly Part[],
  code: string,
  param: string,
  as = 'main',
): Promise<void> {
  assertError(await upload(deployment, parts, { as }), { status: 400, code, param });
}

check('FILE-10 FILE-11 FILE-12', 'the error names the invalid form part (D-FILE-8)', async (deployment) => {
  const file: Part = ['file', 'hello', 'a.txt'];
  const refused = (code: string, param: string, ...parts: readonly Part[]): Promise<void> =>
    assertRefused(deployment, parts, code, param);
  await refused('invalid_parameter', 'file', ['purpose', 'document']);
  await refused('invalid_parameter', 'file', ['purpose', 'document'], ['file', 'no filename']);
  await refused('invalid_parameter', 'file', ['purpose', 'document'], file, file);
  await refused('invalid_parameter', 'purpose', file);
  await refused('invalid_purpose', 'purpose', ['purpose', 'x'], file);
  await refused('invalid_purpose', 'purpose', ['purpose', 'Document'], file);
});

check('FILE-19 FILE-20', 'expires_after_days must be from 1 to 90', async (deployment) => {
  for (const days of ['0', '91', '-1', '1.5', 'soon', ''])
    await assertRefused(
      deployment,
      [['expires_after_days', days], ...NOTES],
      'invalid_parameter',
      'expires_after_days',
    );
  for (const days of [1, 90])
    await withFile(deployment, [['expires_after_days', String(days)], ...NOTES], (file) =>
      assert.equal(file.expires_at, file.created_at + days * DAY_S),
    );
});

check('FILE-21', 'a zero-retention organization must send an expiry of one day', async (deployment) => {
  const as = 'zero_retention';
  for (const parts of [NOTES, [['expires_after_days', '2'] as const, ...NOTES]])
    await assertRefused(deployment, parts, 'invalid_parameter', 'expires_after_days', as);
  const parts: readonly Part[] = [['expires_after_days', '1'], ...NOTES];
  await withFile(deployment, parts, (file) => assert.equal(file.expires_at, file.created_at + DAY_S), { as });
});

check(
  'FILE-09 ADMIN-20',
  'an upload needs a multipart form and a private key of the workspace',
  async (deployment) => {
    const json = await deployment.post(FILES, { purpose: 'document' });
    assertError(json, { status: 400, code: 'invalid_request' });
    const codeClient = await upload(deployment, NOTES, { as: 'code_client' });
    assertError(codeClient, {
      status: 403,
      code: 'insufficient_scope',
      extra: { required: 'workspace_resources' },
    });
    for (const [as, status, code] of [
      ['public', 403, 'public_key_rejected'],
      ['admin', 403, 'inference_not_allowed'],
      ['revoked', 401, 'revoked_api_key'],
    ] as const)
      assertError(await upload(deployment, NOTES, { as }), { status, code });
    for (const method of ['PUT', 'PATCH'])
      assertError(await deployment.send(FILES, { method }), { status: 405, code: 'method_not_allowed' });
  },
);

check(
  'FILE-22',
  'a retried upload with its idempotency key returns the first file (D-IDEM-2)',
  async (deployment) => {
    const caller = { headers: { 'idempotency-key': crypto.randomUUID() } };
    await withFile(
      deployment,
      NOTES,
      async ({ id }) => {
        const again = await upload(deployment, NOTES, caller);
        assert.equal(again.status, 201);
        assert.equal(again.json()['id'], id);
        assert.equal(again.headers['idempotent-replayed'], 'true');
        const [purpose] = NOTES;
        const renamed = await upload(deployment, [purpose!, ['file', 'The answer is 42.', 'b.txt']], caller);
        assert.equal(renamed.json<{ error: { code: string } }>().error.code, 'idempotency_key_reused');
      },
      caller,
    );
  },
);
