import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, LIMITS } from '@svc/contract';
import { OutboundGuard } from '#kit';
import { docx, gif, httpSite, jpeg, pdf, png, pptx, type TestSite, webp, xlsx } from '#test-kit';
import {
  ContentFetcher,
  ContentMemory,
  DocumentReader,
  resolveContent,
  type ContentContext,
  type ContentPart,
  type FileSource,
} from './index.ts';

const PATH = 'messages[0].content[1]';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

let site: TestSite;
const reader = new DocumentReader({ processes: 1 });
const resolve = (hostname: string): Promise<string[]> =>
  Promise.resolve([hostname === 'internal.test' ? '10.1.2.3' : '127.0.0.1']);
const open = new ContentFetcher(new OutboundGuard(['127.0.0.1'], resolve));
const closed = new ContentFetcher(new OutboundGuard([], resolve));

function context(more: Partial<ContentContext> = {}): ContentContext {
  return {
    fetcher: open,
    reader,
    limits: LIMITS,
    organizationId: 'org_1',
    hold: new ContentMemory(() => LIMITS).hold('org_1'),
    signal: new AbortController().signal,
    ...more,
  };
}

const image = (bytes: Buffer, mediaType: string, path = PATH): ContentPart => ({
  kind: 'image',
  source: { type: 'base64', mediaType, data: bytes.toString('base64') },
  path,
});
const document = (bytes: Buffer | string, mediaType: string, title?: string): ContentPart => ({
  kind: 'document',
  source: { type: 'base64', mediaType, data: Buffer.from(bytes).toString('base64') },
  path: PATH,
  ...(title === undefined ? {} : { title }),
});
const byUrl = (url: string, kind: 'image' | 'document' = 'image'): ContentPart => ({
  kind,
  source: { type: 'url', url },
  path: PATH,
});
const at = (path: string, host = 'open.test'): string => `http://${host}:${site.port}${path}`;

async function refusal(
  parts: readonly ContentPart[],
  more: Partial<ContentContext> = {},
): Promise<[string, string | undefined]> {
  const error: unknown = await resolveContent(parts, context(more)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('was not refused');
  return [error.code, error.options.param];
}

const UNSUPPORTED = ['unsupported_content', PATH];
const INVALID = ['invalid_request', PATH];

beforeAll(async () => {
  site = await httpSite((request, response) => {
    if (request.url === '/png')
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(png(30, 20));
    else if (request.url === '/pdf') response.end(pdf(['by link']));
    else if (request.url === '/away')
      response.writeHead(302, { location: 'http://internal.test/secret' }).end();
    else if (request.url === '/huge') response.end(Buffer.alloc(11_000_000));
    else if (request.url === '/large') response.end(Buffer.concat([png(1, 1), Buffer.alloc(9_000_000)]));
    else if (request.url === '/hang') return;
    else response.writeHead(404).end('secret of the inside');
  });
});

afterAll(async () => {
  reader.close();
  await site.close();
});

describe('images', () => {
  it('MSG-28 D-53 are checked by their bytes and returned in order, with size and tokens', async () => {
    const parts = [
      image(png(640, 480), 'image/png'),
      image(jpeg(2, 3), 'image/jpeg'),
      byUrl(at('/png')),
      image(gif(5, 6), 'IMAGE/GIF'),
      image(webp(7, 8, 'VP8X'), 'image/webp'),
    ];
    const resolved = await resolveContent(parts, context());
    expect(
      resolved.map(
        (one) => one.kind === 'image' && [one.mediaType, one.widthPixels, one.heightPixels, one.tokens],
      ),
    ).toEqual([
      ['image/png', 640, 480, 410],
      ['image/jpeg', 2, 3, 1],
      ['image/png', 30, 20, 1],
      ['image/gif', 5, 6, 1],
      ['image/webp', 7, 8, 1],
    ]);
  });

  it.each<[string, ContentPart]>([
    ['of another type than declared', image(png(1, 1), 'image/jpeg')],
    ['of a type nobody takes', image(Buffer.from('<svg/>'), 'image/svg+xml')],
    ['that is none', image(Buffer.from('hello'), 'image/png')],
    ['that ends in its header', image(png(1, 1).subarray(0, 20), 'image/png')],
  ])('D-53 an image %s is unsupported_content', async (_name, part) => {
    expect(await refusal([part])).toEqual(UNSUPPORTED);
  });

  it('D-53 may have exactly 10 MiB, whatever their source', async () => {
    const exact = Buffer.concat([png(1, 1), Buffer.alloc(LIMITS.image_bytes - png(1, 1).length)]);
    expect(await resolveContent([image(exact, 'image/png')], context())).toHaveLength(1);
    expect(await refusal([image(Buffer.concat([exact, Buffer.alloc(1)]), 'image/png')])).toEqual(INVALID);
    expect(await refusal([byUrl(at('/huge'))])).toEqual(INVALID);
  });

  it.each(['', '!!!!', 'aGVsbG8=\n', 'data:image/png;base64,aGk=', 'aGVs bG8='])(
    'refuses %j as base64',
    async (data) => {
      expect(
        await refusal([
          { kind: 'image', source: { type: 'base64', mediaType: 'image/png', data }, path: PATH },
        ]),
      ).toEqual(INVALID);
    },
  );
});

describe('documents', () => {
  it.each<[string, Buffer | string, string, string]>([
    ['a PDF', pdf(['hello']), 'application/pdf', 'pdf'],
    ['a DOCX file', docx(['hello']), `${OFFICE}wordprocessingml.document`, 'docx'],
    ['an XLSX file', xlsx({ hello: [['a']] }), `${OFFICE}spreadsheetml.sheet`, 'xlsx'],
    ['a PPTX file', pptx(['hello']), `${OFFICE}presentationml.presentation`, 'pptx'],
    ['plain text', 'hello 𝄞\r\n', 'text/plain; charset=utf-8', 'text'],
    ['text in UTF-16', Buffer.from('\uFEFFhello', 'utf16le'), 'text/plain', 'text'],
    ['CSV', 'hello,1', 'text/csv', 'text'],
    ['JSON', '{"hello":1}', 'application/json', 'text'],
  ])('MSG-29 %s becomes text', async (_name, bytes, mediaType, format) => {
    const [resolved] = await resolveContent([document(bytes, mediaType, 'Title')], context());
    expect(resolved).toMatchObject({
      kind: 'document',
      format,
      title: 'Title',
      fileId: null,
      paged: ['pdf', 'xlsx', 'pptx'].includes(format),
    });
    expect(resolved?.kind === 'document' && resolved.pages[0]?.text).toContain('hello');
  });

  it('D-42 text is unchanged, so that its code points can be cited', async () => {
    const text = 'a\r\n𝄞 b \n';
    const [resolved] = await resolveContent([document(`\uFEFF${text}`, 'text/markdown')], context());
    expect(resolved).toMatchObject({ pages: [{ number: 1, text }], title: null });
    // Longer than one slice of the decoder, with a character across its end.
    const long = `${'x'.repeat(2_097_151)}€${'y'.repeat(10)}`;
    expect(await resolveContent([document(long, 'text/plain')], context())).toMatchObject([
      { pages: [{ text: long }] },
    ]);
  });

  it.each<[string, ContentPart]>([
    ['declared as another type', document(pdf(['a']), 'text/plain')],
    ['of a type nobody takes', document('a', 'application/octet-stream')],
    ['in binary', document(Buffer.from([0x61, 0, 0xff, 0xfe]), 'text/plain')],
    ['in no encoding', document(Buffer.from([0x61, 0xff]), 'text/plain')],
    ['cut inside a character', document(Buffer.from([0x61, 0xe2, 0x82]), 'text/plain')],
    ['that is blank', document(' \n', 'text/plain')],
    ['beyond what any model reads', document('x'.repeat(8_000_001), 'text/plain')],
    [
      'in an Office format of before 2007',
      document(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'application/msword'),
    ],
    ['that is another archive', document(Buffer.from('PK\u0003\u0004nothing', 'latin1'), 'application/zip')],
    ['that is encrypted', document(pdf(['a'], { encrypted: true }), 'application/pdf')],
    [
      'that is a bomb',
      document(docx(['a'], { claimedBytes: 1_000_000_000 }), `${OFFICE}wordprocessingml.document`),
    ],
    ['that is broken', document(pdf(['a']).subarray(0, 40), 'application/pdf')],
  ])('D-53 a document %s is unsupported_content', async (_name, part) => {
    expect(await refusal([part])).toEqual(UNSUPPORTED);
  });
});

describe('sources', () => {
  it('MSG-28 D-53 a URL is fetched through the guard, and every failure is invalid_request', async () => {
    expect(await resolveContent([byUrl(at('/pdf'), 'document')], context())).toMatchObject([
      { pages: [{ number: 1, text: 'by link' }] },
    ]);
    for (const url of [
      at('/missing'),
      at('/away'),
      'http://internal.test/',
      'https://internal.test/',
      'ftp://open.test/',
      'nonsense',
      'http://user@open.test/',
    ])
      expect(await refusal([byUrl(url)]), url).toEqual(INVALID);
    expect(await refusal([byUrl(at('/png'))], { fetcher: closed })).toEqual(INVALID);
  });

  it('D-53 a URL has a time limit', async () => {
    const limits = { ...LIMITS, content_fetch_timeout_s: 0.05 };
    expect(await refusal([byUrl(at('/hang'))], { limits })).toEqual(INVALID);
  });

  it('BILL-11 a refusal reveals nothing: hosts that exist, refuse, hide and lie give the same error', async () => {
    const messages = new Set<string>();
    for (const url of ['https://internal.test/', at('/missing'), at('/away'), 'http://open.test:1/'])
      await resolveContent([byUrl(url)], context()).catch((error: unknown) => {
        messages.add((error as ApiError).message);
        expect(JSON.stringify(error) + String((error as ApiError).cause)).not.toMatch(
          /internal|open\.test|127\.|10\.1|secret|404/,
        );
      });
    expect(messages.size).toBe(1);
  });

  it('D-54 a file is requested from the files capability; without it none is found', async () => {
    const part = (fileId: string, kind: 'image' | 'document'): ContentPart => ({
      kind,
      source: { type: 'file', fileId },
      path: PATH,
    });
    expect(await refusal([part('file_1', 'image')])).toEqual(['file_not_found', PATH]);
    const asked: unknown[] = [];
    const files: FileSource = {
      open(fileId, { purpose, limitBytes, path }) {
        asked.push([fileId, purpose, limitBytes]);
        if (fileId === 'file_busy') throw new ApiError('resource_conflict', { param: path });
        const bytes = purpose === 'vision' ? png(1, 2) : pdf(['stored']);
        return Promise.resolve({ format: 'bytes', sizeBytes: bytes.length, stream: Readable.from([bytes]) });
      },
    };
    const resolved = await resolveContent(
      [part('file_1', 'image'), part('file_2', 'document')],
      context({ files }),
    );
    expect(resolved).toMatchObject([{ heightPixels: 2 }, { fileId: 'file_2', pages: [{ text: 'stored' }] }]);
    expect(await refusal([part('file_busy', 'image')], { files })).toEqual(['resource_conflict', PATH]);
    expect(asked.slice(0, 2)).toEqual([
      ['file_1', 'vision', LIMITS.image_bytes],
      ['file_2', 'document', LIMITS.messages_body_bytes],
    ]);
  });

  it('MSG-24 D-53 accepts 100 images and refuses 101; MSG-25 accepts 20 documents and refuses 21', async () => {
    const images = Array.from({ length: 101 }, () => image(png(1, 1), 'image/png'));
    const documents = Array.from({ length: 21 }, () => document('a', 'text/plain'));
    expect(await resolveContent([...images.slice(1), ...documents.slice(1)], context())).toHaveLength(120);
    expect(await refusal(images)).toEqual(['invalid_request', 'messages']);
    expect(await refusal(documents)).toEqual(['invalid_request', 'messages']);
  });

  it('D-53 limits the total that one request fetches by URL', async () => {
    expect(
      await resolveContent(
        [1, 2, 3].map(() => byUrl(at('/large'))),
        context(),
      ),
    ).toHaveLength(3);
    expect(await refusal([1, 2, 3, 4].map(() => byUrl(at('/large'))))).toEqual(INVALID);
  });

  it('stops when the caller leaves', async () => {
    const leaving = new AbortController();
    const left = resolveContent([byUrl(at('/hang'))], context({ signal: leaving.signal }));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
  });
});

describe('memory of requests', () => {
  const bomb = (characters: number): ContentPart =>
    document(docx(['a'.repeat(characters)]), `${OFFICE}wordprocessingml.document`);
  const parts = (count: number, characters: number): ContentPart[] =>
    Array.from({ length: count }, () => bomb(characters));
  const limits = {
    content_in_progress_bytes: 3_000_000,
    content_in_progress_per_organization_bytes: 2_000_000,
  };

  it('D-53 the text of all documents of a request is limited to that of a single one', async () => {
    expect(await resolveContent(parts(2, 3_900_000), context())).toHaveLength(2);
    expect(await refusal(parts(3, 3_900_000))).toEqual(UNSUPPORTED);
    expect(await refusal([document('a'.repeat(7_000_000), 'text/plain'), bomb(2_000_000)])).toEqual(
      UNSUPPORTED,
    );
  });

  it('text and fetched bytes are limited in total and per organization, until they are released', async () => {
    const memory = new ContentMemory(() => limits);
    const [first, second, third] = ['a', 'a', 'b'].map((organization) => memory.hold(organization));
    expect(await resolveContent(parts(1, 900_000), context({ hold: first! }))).toHaveLength(1);
    expect(await refusal(parts(1, 200_000), { hold: second! })).toEqual([
      'temporarily_unavailable',
      undefined,
    ]);
    expect(await resolveContent(parts(1, 500_000), context({ hold: third! }))).toHaveLength(1);
    expect(await refusal(parts(1, 200_000), { hold: memory.hold('c') })).toEqual([
      'temporarily_unavailable',
      undefined,
    ]);
    first!.release();
    first!.release();
    expect(await resolveContent(parts(1, 200_000), context({ hold: second! }))).toHaveLength(1);
    expect(await refusal([byUrl(at('/large'))], { hold: memory.hold('c') })).toEqual([
      'temporarily_unavailable',
      undefined,
    ]);
  });
});
