import type { DocumentFormat } from './content-part.ts';

/**
 * The format indicated by the first bytes. `ole` covers encrypted Office files and those from before 2007;
 * neither is supported.
 */
export type DocumentShape = 'pdf' | 'zip' | 'ole' | 'text';

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** PDF readers accept this much before the header. */
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

/** The format of a media type: every `text/*` is text. Undefined for types that documents must not have. */
export function declaredFormat(mediaType: string): DocumentFormat | undefined {
  const essence = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return essence.startsWith('text/') ? 'text' : FORMATS.get(essence);
}
