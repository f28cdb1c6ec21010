import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, gif, pdf, png, zip, zipWithOverlaps } from '#test-kit';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';
import { BOMBS, KIB, MIB, times } from './hostile-archives.ts';

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture({ files_batches_models_requests_per_minute: 100_000 });
});
afterAll(() => files.service.stop());

const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);
const stateOf = async (purpose: string, name: string, bytes: Uint8Array | string) => {
  const { status, status_detail: detail } = await files.prepared(purpose, file(name, bytes));
  return `${status} ${detail}`;
};
const refusalOf = async (purpose: string, name: string, bytes: Uint8Array | string) =>
  files.refusalOf(
    await files.upload([
      ['purpose', purpose],
      ['file', file(name, bytes)],
    ]),
  );

/** Nested elements, with noise so that they do not look like a decompression bomb. */
function deep(levels: number): string {
  const open = times(levels, () => `<w:p w:rsidR="${randomBytes(8).toString('hex')}">`);
  return `${open.join('')}${'</w:p>'.repeat(levels)}`;
}

describe('hostile files', () => {
  it('include at least 40 archives', () => {
    expect(BOMBS.length).toBeGreaterThanOrEqual(40);
  });

  it.each(BOMBS)('D-FILE-4 an archive with %s', async (_name, bytes, detail) => {
    expect(await stateOf('skill', 'a.zip', bytes)).toBe(`failed ${detail}`);
  });

  it.each([
    ['zeros that claim to be none', zip([{ name: 'z', content: Buffer.alloc(32 * MIB), claimedBytes: 10 }])],
    ['a few zeros more than claimed', zip([{ name: 'z', content: Buffer.alloc(2000), claimedBytes: 1999 }])],
    ['nothing claimed', zip([{ name: 'z', content: 'a', claimedBytes: 0 }])],
    [
      'a lie behind honest entries',
      zip([
        ...times(200, (i) => ({ name: `${i}`, content: 'a' })),
        { name: 'z', content: Buffer.alloc(MIB), claimedBytes: 5000 },
      ]),
    ],
  ])('D-FILE-4 an archive with %s is unsafe, whatever its directory says', async (_name, bytes) => {
    expect(await stateOf('skill', 'a.zip', bytes)).toBe('failed unsafe_archive');
  });

  it('D-FILE-4 an archive whose entries differ from its directory is corrupt', async () => {
    const honest = zip([
      { name: 'a.txt', content: randomBytes(100_000) },
      { name: 'b.txt', content: 'hello' },
    ]);
    expect(await stateOf('skill', 'a.zip', honest)).toBe('ready null');
    const changed = (offset: number): Buffer => {
      const bytes = Buffer.from(honest);
      bytes[offset]! ^= 0xff;
      return bytes;
    };
    for (const offset of [60, 50_000, honest.indexOf('b.txt') - 28])
      expect([offset, await stateOf('skill', 'a.zip', changed(offset))]).toEqual([
        offset,
        'failed corrupt_file',
      ]);
    const short = zip([{ name: 'z', content: 'hello', claimedBytes: 50 }]);
    expect(await stateOf('skill', 'a.zip', short)).toBe('failed corrupt_file');
  });

  it('D-FILE-4 an archive that only looks dangerous is ready', async () => {
    const names = ['..a', 'a..', '...', 'a/.../b', 'ab:c'];
    expect(await stateOf('skill', 'a.zip', zip(names.map((name) => ({ name, content: 'a' }))))).toBe(
      'ready null',
    );
    expect(await stateOf('skill', 'a.zip', zip([]))).toBe('ready null');
  });

  it.each([
    ['a bomb', docx([], { body: '<w:p/>', claimedBytes: 400 * MIB }), 'unsafe_archive'],
    ['overlaps', zipWithOverlaps(docx(['a']), 400, 64 * KIB), 'unsafe_archive'],
    ['a body 50,000 deep', docx([], { body: deep(50_000) }), /^failed (corrupt_file|processing_error)$/],
    [
      'an entity bomb',
      docx([], {
        xml: '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document>&b;</w:document>',
      }),
      /^failed (corrupt_file|processing_error)$/,
    ],
    [
      'no main part',
      zip([
        { name: '[Content_Types].xml', content: 'word/document.xml wordprocessingml' },
        { name: 'word/styles.xml', content: '<a/>' },
      ]),
      'corrupt_file',
    ],
    ['a cut end', docx(['a']).subarray(0, -30), 'corrupt_file'],
    [
      'an encrypted part',
      zip([{ name: 'word/document.xml', content: 'a', encrypted: true }]),
      'encrypted_file',
    ],
    ['a name outside', docx(['a'], { entries: [{ name: '../../a', content: 'a' }] }), 'unsafe_archive'],
  ] as const)('D-FILE-4 an Office file with %s', async (_name, bytes, detail) => {
    const state = await stateOf('document', 'a.docx', bytes);
    expect(state).toMatch(typeof detail === 'string' ? new RegExp(`^failed ${detail}$`) : detail);
  });

  it.each([
    ['encrypted', pdf(['secret'], { encrypted: true }), 'encrypted_file'],
    ['cut in the middle', pdf(times(30, (i) => `page ${i}`)).subarray(0, 2000), 'corrupt_file'],
    ['only its first line', '%PDF-1.7\n', 'corrupt_file'],
    ['of noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]), 'corrupt_file'],
  ] as const)('D-FILE-4 a PDF that is %s', async (_name, bytes, detail) => {
    expect(await stateOf('document', 'a.pdf', bytes)).toBe(`failed ${detail}`);
  });

  it('FILE-04 FILE-18 the content determines the type, whatever the extension', async () => {
    const docxBytes = docx(['hello']);
    for (const name of ['a.docx', 'a.zip', 'a.txt', 'a']) {
      const { status, mime_type: type } = await files.prepared('document', file(name, docxBytes));
      expect([name, status, type]).toEqual([name, 'ready', expect.stringContaining('wordprocessingml')]);
    }
    for (const name of ['a.zip', 'a.docx'])
      expect(await refusalOf('skill', name, docxBytes)).toEqual([400, 'unsupported_file_type', 'file']);
    for (const [name, bytes] of [
      ['a.pdf', png(2, 2)],
      ['a.xlsx', docxBytes],
      ['a.txt', randomBytes(100)],
      ['a.docx', 'text'.repeat(10)],
      ['a.json', zip([{ name: 'a', content: 'a' }])],
      ['a.txt', Buffer.from('\ufeffhello', 'utf16le')],
      ['a.exe.txt', Buffer.from('MZ\u0090\0\u0003\0', 'latin1')],
    ] as const) {
      const outcome = name === 'a.docx' ? [201] : [400, 'unsupported_file_type', 'file'];
      const reply = await files.upload([
        ['purpose', 'document'],
        ['file', file(name, bytes)],
      ]);
      expect([name, reply.status]).toEqual([name, outcome[0]]);
    }
  });

  it('FILE-17 a skill is a ZIP whatever its first entry is', async () => {
    const first = (name: string): Buffer =>
      zip([
        { name, content: 'a' },
        { name: 'SKILL.md', content: 'a' },
      ]);
    for (const name of ['META-INF/MANIFEST.MF', 'mimetype', 'word/document.xml', 'SKILL.md'])
      expect([name, await stateOf('skill', 'a.zip', first(name))]).toEqual([name, 'ready null']);
    const outside = zip([
      { name: 'META-INF/MANIFEST.MF', content: 'a' },
      { name: '../a', content: 'a' },
    ]);
    expect(await stateOf('skill', 'a.zip', outside)).toBe('failed unsafe_archive');
  });

  it('D-FILE-2 FILE-04 a polyglot file has the type of its first bytes, and no page can run it', async () => {
    const script = '<script>alert(1)</script>';
    const polyglots = [
      ['vision', 'a.gif', Buffer.concat([gif(2, 2), Buffer.from(script)]), 'image/gif'],
      ['vision', 'a.html', Buffer.concat([png(2, 2), Buffer.from(script)]), 'image/png'],
      ['document', 'a.html', Buffer.concat([pdf(['hello']), Buffer.from(script)]), 'application/pdf'],
      ['code_input', 'a.html', Buffer.concat([png(2, 2), zip([{ name: 'a', content: 'a' }])]), 'image/png'],
      ['document', 'a.html', `<!-- %PDF-1.4 -->${script}`, 'text/html'],
    ] as const;
    for (const [purpose, name, bytes, type] of polyglots) {
      const made = await files.prepared(purpose, file(name, bytes));
      expect([name, made.status, made.mime_type]).toEqual([name, 'ready', type]);
      const { headers } = await files.request('GET', `/v1/files/${made.id}/content`);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type,
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
  });

  it('refused uploads leave nothing behind', async () => {
    for (;;) {
      const { body } = await files.request('GET', '/v1/files?limit=100');
      for (const { id } of body['data'] as { id: string }[]) await files.request('DELETE', `/v1/files/${id}`);
      if (body['data'].length === 0) break;
    }
    expect((await files.prepared('document', textFile())).status).toBe('ready');
    const left = await files.service.drainAndRead((db) => db.selectFrom('files').select('status').execute());
    expect(left).toEqual([{ status: 'ready' }]);
  });
});
