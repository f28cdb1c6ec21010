import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { docx, pdfOfObjects, pdfStream, zipWithOverlaps } from '#test-kit';
import { DocumentReader } from './document-reader.ts';

/** Has a deployment's memory and time limits, except for files that would use all of it. */
const reader = new DocumentReader({ processes: 1 });
const never = new AbortController().signal;

afterAll(() => reader.close());

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
const TREE = '<</Type/Pages/Count 1/Kids[3 0 R]>>';
const PAGE =
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R>>>>/Contents 5 0 R>>';
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

const HELLO = pdfStream('BT /F1 12 Tf 50 700 Td (hello) Tj ET');
const page = (content: string | Buffer, ...more: (string | Buffer)[]): Buffer =>
  pdfOfObjects([CATALOG, TREE, PAGE, FONT, content, ...more]);
const catalog = (entries: string, ...more: (string | Buffer)[]): Buffer =>
  pdfOfObjects([`<</Type/Catalog/Pages 2 0 R${entries}>>`, TREE, PAGE, FONT, HELLO, ...more]);
const format = (content: string): Buffer =>
  pdfStream(content, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>');

/** A PDF whose cross-reference table continues at its own start. */
function continuedByItself(objects: readonly (string | Buffer)[]): Buffer {
  const start = pdfOfObjects(objects).indexOf('xref\n0');
  return pdfOfObjects(objects, `/Prev ${start}`);
}

function in64Bits(archive: Buffer): Buffer {
  const end = archive.length - 22;
  archive.fill(0xff, end + 8, end + 20);
  return archive;
}

/** A decompression bomb nested in this many layers. */
function layers(megabytes: number, count: number): Buffer {
  let data = Buffer.alloc(megabytes * 1_000_000, ' ');
  for (let layer = 0; layer < count; layer++) data = deflateSync(data);
  const filters = '/FlateDecode '.repeat(count);
  return Buffer.concat([
    Buffer.from(`<</Length ${data.length}/Filter[${filters}]>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const entities = (declared: string, used: string): string =>
  `<!DOCTYPE d [${declared}]><w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>a${used}b</w:t></w:r></w:p></w:body></w:document>`;
const laughs = ['lol', ...Array.from({ length: 9 }, (_, level) => `&e${level};`.repeat(10))];
const LAUGHS = laughs.map((text, level) => `<!ENTITY e${level} "${text}">`).join('');
/** A DOCX with this main part. */
const word = (xml: string): Buffer => docx([], { xml });

/** The expected text of each file, or why there is none. */
const CRAFTED: readonly (readonly [string, () => Buffer, string])[] = [
  [
    'a script and a program to be run when it is opened',
    () =>
      catalog(
        '/OpenAction 6 0 R/AA<</O 7 0 R>>',
        '<</S/JavaScript/JS(while(1){})>>',
        '<</S/Launch/F(/bin/sh)>>',
      ),
    'hello',
  ],
  [
    'a stream that is a file of the machine',
    () => page('<</Length 0/F(/etc/passwd)>>\nstream\n\nendstream'),
    'unreadable',
  ],
  [
    'a page tree that is its own child',
    () => pdfOfObjects([CATALOG, '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>']),
    'too_large',
  ],
  [
    'two page trees that are each other’s child',
    () =>
      pdfOfObjects([CATALOG, '<</Type/Pages/Count 9/Kids[3 0 R]>>', '<</Type/Pages/Count 9/Kids[2 0 R]>>']),
    'too_large',
  ],
  [
    'a tree that claims two billion pages',
    () => pdfOfObjects([CATALOG, '<</Type/Pages/Count 2000000000/Kids[3 0 R]>>', PAGE, FONT, HELLO]),
    'hello',
  ],
  [
    'a table of objects that goes on with itself',
    () => continuedByItself([CATALOG, TREE, PAGE, FONT, HELLO]),
    'hello',
  ],
  ['a stream as long as itself', () => page('<</Length 5 0 R>>\nstream\nBT ET\nendstream'), 'unreadable'],
  [
    'a stream of objects that continues itself',
    () => catalog('', pdfStream('10 0 <<>>', '/Type/ObjStm/N 1/First 5/Extends 6 0 R')),
    'hello',
  ],
  [
    'a stream that claims two billion objects',
    () => catalog('', pdfStream('1 0 2 0', '/Type/ObjStm/N 2000000000/First 8')),
    'hello',
  ],
  ['arrays five million deep', () => catalog('/X 6 0 R', '['.repeat(5_000_000)), 'hello'],
  [
    'drawing instructions that draw themselves',
    () => page(pdfStream('BT /F1 12 Tf (a) Tj ET /X Do'), format('/X Do /X Do')),
    'a',
  ],
  [
    'a font that draws itself',
    () =>
      pdfOfObjects([
        CATALOG,
        TREE,
        PAGE,
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 5 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]>>',
        pdfStream('BT /F1 12 Tf (aa) Tj ET'),
      ]),
    'aa',
  ],
  [
    'an image of 3.6 billion pixels',
    () =>
      page(
        pdfStream('/X Do BT /F1 12 Tf (a) Tj ET'),
        pdfStream(
          '',
          '/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB',
        ),
      ),
    'a',
  ],
  [
    'a page without end',
    () => pdfOfObjects([CATALOG, TREE, PAGE.replace('600 800', '1e38 -1e38'), FONT, HELLO]),
    'hello',
  ],
  ['500 MB in five layers', () => page(layers(500, 5)), 'too_large'],
  ['a billion laughs', () => word(entities(LAUGHS, '&e9;')), 'a&e9;b'],
  [
    'an entity that is a file',
    () => word(entities('<!ENTITY e SYSTEM "file:///etc/passwd">', '&e;')),
    'a&e;b',
  ],
  [
    'an entity that is an address',
    () => word(entities('<!ENTITY e SYSTEM "http://127.0.0.1:1/">', '&e;')),
    'a&e;b',
  ],
  [
    'a declaration that is a file',
    () => word(entities('<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;', '')),
    'ab',
  ],
  [
    'XML 200,000 deep',
    () => word(`<w:document xmlns:w="${WORD}"><w:body>${'<w:sdt>'.repeat(200_000)}`),
    'unreadable',
  ],
  [
    'names that lead out of the archive',
    () =>
      docx(['a'], {
        entries: ['../../evil.xml', '/etc/evil', 'word\\..\\evil', '__proto__'].map((name) => ({
          name,
          content: '<a/>',
        })),
      }),
    'a',
  ],
  [
    'an archive of archives',
    () =>
      docx(['a'], { entries: [{ name: 'word/embeddings/a.docx', content: docx(['b'.repeat(1_000_000)]) }] }),
    'a',
  ],
  [
    '4,000 entries that are one of 10 MB, which claims to be empty',
    () => zipWithOverlaps(docx(['a']), 4000, 10_000_000),
    'unreadable',
  ],
  ['the 64-bit form', () => in64Bits(docx(['a'])), 'unreadable'],
];

describe('crafted files', () => {
  it.each(CRAFTED)('D-53 %s', async (_name, make, expected) => {
    const bytes = make();
    const reading = reader.read(bytes, bytes.subarray(0, 2).toString() === 'PK' ? 'zip' : 'pdf', {
      organizationId: 'org_1',
      signal: never,
    });
    const outcome = await reading.then(
      ({ pages }) => pages.map(({ text }) => text).join('|'),
      ({ reason }: { reason: string }) => reason,
    );
    expect(outcome).toBe(expected);
  });
});
