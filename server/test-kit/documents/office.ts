import { zip, type ZipEntry } from './zip.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SLIDE = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';

function types(main: string, kind: string): ZipEntry {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
  return {
    name: '[Content_Types].xml',
    content: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/></Types>`,
  };
}

function relations(name: string, targets: readonly (readonly [kind: string, target: string])[]): ZipEntry {
  const rows = targets.map(
    ([kind, to], at) => `<Relationship Id="r${String(at + 1)}" Type="${RELATIONS}/${kind}" Target="${to}"/>`,
  );
  return {
    name,
    content: `<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`,
  };
}

/** A DOCX file of these paragraphs, and what else its body holds; or of the main part as it is given by `xml`. */
export function docx(
  paragraphs: readonly string[],
  more: { body?: string; xml?: string; entries?: readonly ZipEntry[]; claimedBytes?: number } = {},
): Buffer {
  const body =
    paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('') + (more.body ?? '');
  return zip([
    types('word/document.xml', 'wordprocessingml.document'),
    relations('_rels/.rels', [['officeDocument', 'word/document.xml']]),
    {
      name: 'word/document.xml',
      content: more.xml ?? `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
      ...(more.claimedBytes === undefined ? {} : { claimedBytes: more.claimedBytes }),
    },
    ...(more.entries ?? []),
  ]);
}

/** An XLSX file: sheets of rows of cells. */
export function xlsx(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) => `<sheet name="${name}" sheetId="${String(at + 1)}" r:id="r${String(at + 1)}"/>`,
  );
  const row = (cells: readonly string[]): string =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  return zip([
    types('xl/workbook.xml', 'spreadsheetml.sheet'),
    relations('_rels/.rels', [['officeDocument', 'xl/workbook.xml']]),
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    relations(
      'xl/_rels/workbook.xml.rels',
      names.map((_, at) => ['worksheet', `worksheets/sheet${String(at + 1)}.xml`] as const),
    ),
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${String(at + 1)}.xml`,
      content: `<worksheet xmlns="${SHEET}"><sheetData>${(sheets[name] ?? []).map(row).join('')}</sheetData></worksheet>`,
    })),
  ]);
}

/** A PPTX file: one text per slide. */
export function pptx(slides: readonly string[]): Buffer {
  const list = slides.map((_, at) => `<p:sldId id="${String(256 + at)}" r:id="r${String(at + 1)}"/>`);
  return zip([
    types('ppt/presentation.xml', 'presentationml.presentation'),
    relations('_rels/.rels', [['officeDocument', 'ppt/presentation.xml']]),
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation xmlns:p="${SLIDE}" xmlns:r="${RELATIONS}"><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
    },
    relations(
      'ppt/_rels/presentation.xml.rels',
      slides.map((_, at) => ['slide', `slides/slide${String(at + 1)}.xml`] as const),
    ),
    ...slides.map((text, at) => ({
      name: `ppt/slides/slide${String(at + 1)}.xml`,
      content: `<p:sld xmlns:p="${SLIDE}" xmlns:a="${DRAWING}"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    })),
  ]);
}
