import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, gif, jpeg, pdf, png, pptx, webp, xlsx, zip } from '#test-kit';
import {
  ADMIN_KEY,
  CODE_CLIENT_KEY,
  PUBLIC_KEY,
  startFilesFixture,
  textFile,
  ZERO_RETENTION_KEY,
  type FilesFixture,
} from './files-fixture.ts';

const DAY_S = 86_400;
const LIMIT_BYTES = 50_000;
const LARGE_LIMIT_BYTES = 100_000;

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture({ file_bytes: LIMIT_BYTES, large_file_bytes: LARGE_LIMIT_BYTES });
});
afterAll(() => files.service.stop());

const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);
const upload = (purpose: string, sent: File, ...more: (readonly [string, string])[]) =>
  files.upload([['purpose', purpose], ...more, ['file', sent]]);

const PLAIN_ZIP = zip([{ name: 'a.txt', content: 'a' }]);
/** The first entry is what the beginning of an Office file shows. */
const TYPES_ALONE = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'a.txt', content: 'a' },
]);
const OFFICE = { docx: docx(['hello']), xlsx: xlsx({ one: [['a']] }), pptx: pptx(['a']) };

describe('POST /v1/files', () => {
  it('FILE-01 FILE-02 FILE-03 FILE-05 FILE-06 FILE-08 FILE-19 FILE-22 returns 201 with the file object', async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const { status, body, headers } = await upload('document', textFile());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^file_[0-9a-z]{26}$/),
      object: 'file',
      filename: 'notes.txt',
      purpose: 'document',
      bytes: 5,
      mime_type: 'text/plain',
      created_at: expect.any(Number),
      expires_at: body['created_at'] + 30 * DAY_S,
      status: 'processing',
      status_detail: null,
      source: 'upload',
      workspace_id: expect.stringMatching(/^wrkspc_/),
    });
    expect(body['created_at']).toBeGreaterThanOrEqual(nowS);
    expect(body['created_at']).toBeLessThan(nowS + 60);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('FILE-04 detects the type from the content', async () => {
    expect((await upload('vision', file('photo.txt', png(2, 2)))).body['mime_type']).toBe('image/png');
    expect(files.refusalOf(await upload('document', file('photo.txt', png(2, 2))))).toEqual([
      400,
      'unsupported_file_type',
      'file',
    ]);
  });

  it.each([
    ['FILE-13', 'document', 'a.pdf', pdf(['hello']), 'application/pdf'],
    ['FILE-13', 'document', 'a.csv', 'a,b\n1,2', 'text/csv'],
    ['FILE-13', 'document', 'a.txt', 'a', 'text/plain'],
    ['FILE-13', 'document', 'a.md', '# a', 'text/markdown'],
    ['FILE-13', 'document', 'a.html', '<p>a</p>', 'text/html'],
    ['FILE-13', 'document', 'a.json', '{"a":1}', 'application/json'],
    ['FILE-14', 'vision', 'a.png', png(2, 2), 'image/png'],
    ['FILE-14', 'vision', 'a.jpg', jpeg(2, 2), 'image/jpeg'],
    ['FILE-14', 'vision', 'a.webp', webp(2, 2, 'VP8X'), 'image/webp'],
    ['FILE-14', 'vision', 'a.gif', gif(2, 2), 'image/gif'],
    ['FILE-15', 'batch', 'a.jsonl', '{"custom_id":"1"}\n', 'application/jsonl'],
    ['FILE-16', 'code_input', 'a.bin', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
    ['FILE-17', 'skill', 'a.zip', zip([{ name: 'SKILL.md', content: 'a' }]), 'application/zip'],
  ] as const)('%s takes for %s the file %s', async (_, purpose, name, bytes, mimeType) => {
    const { status, body } = await upload(purpose, file(name, bytes));
    expect([status, body['mime_type']]).toEqual([201, mimeType]);
  });

  it('FILE-13 accepts Office files', async () => {
    const office = {
      'a.docx': docx([{ text: 'hello' }] as never),
      'a.xlsx': xlsx({ one: [['a']] }),
      'a.pptx': pptx(['a']),
    };
    for (const [name, bytes] of Object.entries(office)) {
      const made = await files.prepared('document', file(name, bytes));
      expect([made.status, made.mime_type]).toEqual(['ready', expect.stringContaining('openxmlformats')]);
    }
  });

  it.each([
    ['FILE-15', 'batch', 'a.png', png(2, 2)],
    ['FILE-17', 'skill', 'a.txt', 'text'],
    ['FILE-18', 'vision', 'a.pdf', pdf(['a'])],
    ['FILE-18', 'document', 'a.bin', Buffer.from([1, 2, 0, 4])],
    ['D-FILE-4', 'document', 'a.zip', zip([{ name: 'a', content: 'a' }])],
    ...['docx', 'xlsx', 'pptx'].flatMap((ending) => [
      ['D-FILE-4', 'document', `plain.${ending}`, PLAIN_ZIP] as const,
      ['D-FILE-4', 'document', `types.${ending}`, TYPES_ALONE] as const,
      ...Object.entries(OFFICE)
        .filter(([name]) => name !== ending)
        .map(([name, bytes]) => ['D-FILE-4', 'document', `${name}.${ending}`, bytes] as const),
    ]),
    ['D-FILE-4', 'document', 'latin.txt', Buffer.from('caf\u00e9'.repeat(3000), 'latin1')],
    [
      'D-FILE-4',
      'batch',
      'late.jsonl',
      Buffer.concat([Buffer.alloc(9000, '{}\n'), Buffer.from([0xc3, 0x28])]),
    ],
  ] as const)('%s refuses for %s the file %s', async (_, purpose, name, bytes) => {
    const reply = await upload(purpose, file(name, bytes));
    expect(files.refusalOf(reply)).toEqual([400, 'unsupported_file_type', 'file']);
  });

  it('FILE-09 D-FILE-8 refuses a body that is not a form', async () => {
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
    expect(files.refusalOf(await files.request('POST', '/v1/files', json))).toEqual([
      400,
      'invalid_request',
      null,
    ]);
    const unbound = { headers: { 'content-type': 'multipart/form-data' }, body: 'x' };
    expect((await files.request('POST', '/v1/files', unbound)).status).toBe(400);
  });

  it('FILE-10 FILE-11 FILE-12 D-FILE-8 D-GEN-6 names the part that is missing, unknown or repeated', async () => {
    const sent = async (...parts: Parameters<FilesFixture['upload']>[0]) =>
      files.refusalOf(await files.upload(parts));
    expect(await sent(['purpose', 'document'])).toEqual([400, 'invalid_parameter', 'file']);
    expect(await sent(['purpose', 'document'], ['file', 'text without a filename'])).toEqual([
      400,
      'invalid_parameter',
      'file',
    ]);
    expect(await sent(['file', textFile()])).toEqual([400, 'invalid_parameter', 'purpose']);
    expect(await sent(['purpose', 'x'], ['file', textFile()])).toEqual([400, 'invalid_purpose', 'purpose']);
    expect(await sent(['purpose', 'document'], ['file', textFile()], ['file', textFile()])).toEqual([
      400,
      'invalid_parameter',
      'file',
    ]);
    for (const other of [['colour', 'red'] as const, ['other', textFile()] as const])
      for (const parts of [
        [other, ['file', textFile()] as const],
        [['file', textFile()] as const, other],
      ])
        expect(await sent(['purpose', 'document'], ...parts)).toEqual([400, 'unknown_parameter', other[0]]);
  });

  it('FILE-19 FILE-20 accepts 1 to 90 days', async () => {
    for (const days of ['0', '91', '1.5', 'x', ''])
      expect(files.refusalOf(await upload('document', textFile(), ['expires_after_days', days]))).toEqual([
        400,
        'invalid_parameter',
        'expires_after_days',
      ]);
    const { body } = await upload('document', textFile(), ['expires_after_days', '90']);
    expect(body['expires_at']).toBe(body['created_at'] + 90 * DAY_S);
  });

  it('FILE-21 an organization with zero data retention must send 1', async () => {
    const parts = (days?: string) =>
      [
        ['purpose', 'document'],
        ...(days === undefined ? [] : [['expires_after_days', days] as const]),
        ['file', textFile()],
      ] as const;
    const key = ZERO_RETENTION_KEY;
    for (const days of [undefined, '2'])
      expect(files.refusalOf(await files.upload(parts(days), { key }))).toEqual([
        400,
        'invalid_parameter',
        'expires_after_days',
      ]);
    expect((await files.upload(parts('1'), { key })).status).toBe(201);
  });

  it('FILE-23 D-FILE-3 accepts exactly as many bytes as the purpose allows, whichever part comes first', async () => {
    const bytes = (count: number): File => file('a.txt', 'x'.repeat(count));
    expect((await upload('document', bytes(LIMIT_BYTES))).status).toBe(201);
    const refused = await upload('document', bytes(LIMIT_BYTES + 1));
    expect([...files.refusalOf(refused), refused.body['error'].max_bytes]).toEqual([
      413,
      'file_too_large',
      'file',
      LIMIT_BYTES,
    ]);
    const last = (count: number, purpose: string) =>
      files.upload([
        ['file', bytes(count)],
        ['purpose', purpose],
      ]);
    expect(files.refusalOf(await last(LIMIT_BYTES + 1, 'document'))[1]).toBe('file_too_large');
    expect((await last(LARGE_LIMIT_BYTES, 'code_input')).status).toBe(201);
    const larger = await upload('code_input', bytes(LARGE_LIMIT_BYTES + 1));
    expect([larger.status, larger.body['error'].max_bytes]).toEqual([413, LARGE_LIMIT_BYTES]);
    const huge = await upload('code_input', bytes(LARGE_LIMIT_BYTES + 200_000));
    expect([huge.status, huge.body['error'].max_bytes]).toEqual([413, LARGE_LIMIT_BYTES]);
  });

  it('keeps the name without its folders, and refuses an undisplayable one', async () => {
    expect((await upload('document', textFile('../../etc/passwd.txt'))).body['filename']).toBe('passwd.txt');
    expect((await upload('document', textFile('r\u00e9sum\u00e9 \u65e5\u672c.txt'))).body['filename']).toBe(
      'r\u00e9sum\u00e9 \u65e5\u672c.txt',
    );
    for (const name of ['evil\u202etxt.exe', 'x'.repeat(300), '..'])
      expect(files.refusalOf(await upload('document', textFile(name)))).toEqual([
        400,
        'invalid_parameter',
        'file',
      ]);
  });

  it.each([
    ['ADMIN-20', ADMIN_KEY, 403, 'inference_not_allowed'],
    ['AUTH-02', PUBLIC_KEY, 403, 'public_key_rejected'],
    ['FILE-09', CODE_CLIENT_KEY, 403, 'insufficient_scope'],
    ['AUTH-09', `sk_live_${'0'.repeat(64)}`, 401, 'invalid_api_key'],
  ])('%s refuses the key %s', async (_, key, status, code) => {
    const replies = [
      await files.upload([['purpose', 'document']], { key }),
      await files.request('GET', '/v1/files', { key }),
      await files.request('DELETE', '/v1/files/file_x', { key }),
    ];
    for (const reply of replies) expect(files.refusalOf(reply)).toEqual([status, code, null]);
  });

  it('D-IDEM-2 repeats the response for an upload with the same parts, and refuses other parts', async () => {
    const headers = { 'idempotency-key': 'once' };
    const send = (name: string, text: string) =>
      files.upload(
        [
          ['purpose', 'document'],
          ['file', textFile(name, text)],
        ],
        { headers },
      );
    const first = await send('a.txt', 'same');
    const again = await send('a.txt', 'same');
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ]);
    for (const [name, text] of [
      ['b.txt', 'same'],
      ['a.txt', 'other'],
    ] as const)
      expect(files.refusalOf(await send(name, text))[1]).toBe('idempotency_key_reused');
    const { body } = await files.request('GET', '/v1/files?limit=100');
    expect(body['data'].filter(({ filename }: { filename: string }) => filename === 'b.txt')).toEqual([]);
  });
});
