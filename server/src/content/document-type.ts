import type { DocumentFormat } from './content-part.ts';

/** What the first bytes promise. `ole` holds encrypted Office files and those of before 2007, of which none is read. */
export type DocumentShape = 'pdf' | 'zip' | 'ole' | 'text';

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Readers of PDF accept that much before the header. */
const PDF_HEADER_WITHIN_BYTES = 1024;

export function documentShape(document: Uint8Array): DocumentShape {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  if (bytes.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return 'pdf';
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return 'zip';
  return bytes.subarray(0, 8).equals(OLE_SIGNATURE) ? 'ole' : 'text';
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

const FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  ['application/pdf', 'pdf'],
  [`${OFFICE}wordprocessingml.document`, 'docx'],
  [`${OFFICE}spreadsheetml.sheet`, 'xlsx'],
  [`${OFFICE}presentationml.presentation`, 'pptx'],
  ['application/json', 'text'],
]);

/** The format a media type stands for: every `text/*` is text. Undefined for types no document may have. */
export function declaredFormat(mediaType: string): DocumentFormat | undefined {
  const essence = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return essence.startsWith('text/') ? 'text' : FORMATS.get(essence);
}
