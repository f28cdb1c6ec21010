import { deflateSync } from 'node:zlib';

export interface PdfOptions {
  /** Adds an encryption dictionary that no password fits. */
  readonly encrypted?: boolean;
}

/** A compressed stream; `entries`: of its dictionary beside those that every one has. */
export function pdfStream(content: string | Buffer, entries = ''): Buffer {
  const data = deflateSync(content);
  const head = `<<${entries}/Length ${String(data.length)}/Filter/FlateDecode>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** A PDF of these objects, numbered from 1, the first of which is its catalog. `trailer`: further entries of its last dictionary. */
export function pdfOfObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    add(
      Buffer.concat([
        Buffer.from(`${String(at + 1)} 0 obj\n`),
        Buffer.from(object),
        Buffer.from('\nendobj\n'),
      ]),
    );
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = String(objects.length + 1);
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`));
  add(Buffer.from(`trailer\n<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${String(start)}\n%%EOF`));
  return Buffer.concat(parts);
}

/** A PDF with one page for each content stream. */
export function pdfOfStreams(contents: readonly Buffer[], { encrypted = false }: PdfOptions = {}): Buffer {
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${String(contents.length)}/Kids[${contents.map((_, at) => `${String(4 + 2 * at)} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${String(5 + 2 * at)} 0 R>>`,
      pdfStream(content),
    ]),
  ];
  const lock = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>/ID[<00><00>]`;
  return pdfOfObjects(objects, encrypted ? lock : '');
}

/** A PDF of these pages, each line of them a paragraph; some 30 fit. */
export function pdf(pages: readonly string[], options: PdfOptions = {}): Buffer {
  const show = (page: string): Buffer =>
    Buffer.from(
      `BT /F1 12 Tf 24 TL 50 750 Td ${page
        .split('\n')
        .map((line) => `(${line}) Tj T*`)
        .join(' ')} ET`,
      'latin1',
    );
  return pdfOfStreams(pages.map(show), options);
}
