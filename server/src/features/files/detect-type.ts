import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path/posix';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes at the beginning of a file that determine its type. */
export const SAMPLE_BYTES = 4100;
const MAX_CHARACTER_BYTES = 4;

/** Types of Office files by extension. */
export const OFFICE_TYPES: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.ndjson': 'application/jsonl',
};

const ZIP = 'application/zip';
export const OCTETS = 'application/octet-stream';

export interface DetectedType {
  readonly mimeType: string;
  /** `text`: only its name shows which kind of text it is. `archive`: any ZIP that is not an Office file. */
  readonly format: 'text' | 'archive' | 'other';
  /** The type that its name promises, for an Office file that is another one. */
  readonly namedAs?: string;
}

/** Detects the type of a file by its first bytes. The name only distinguishes kinds of text, and ZIP files whose beginning does not (FILE-04). */
export async function detectType(sample: Buffer, filename: string): Promise<DetectedType> {
  const extension = extname(filename).toLowerCase();
  if (sample.length === 0) return { mimeType: byName(extension) ?? OCTETS, format: 'other' };
  const binary = await binaryType(sample);
  if (isZip(sample)) return zipType(extension, binary);
  if (binary !== undefined && !looksLikeText(sample)) return { mimeType: binary, format: 'other' };
  if (binary === 'application/pdf' || binary === 'image/svg+xml')
    return { mimeType: binary, format: 'other' };
  if (!looksLikeText(sample)) return { mimeType: OCTETS, format: 'other' };
  return { mimeType: TEXT_TYPES[extension] ?? 'text/plain', format: 'text' };
}

/** The first entry of an archive does not always show its type. */
function zipType(extension: string, binary = ZIP): DetectedType {
  const namedAs = OFFICE_TYPES[extension];
  const mimeType = binary === ZIP ? (namedAs ?? ZIP) : binary;
  const format = Object.values(OFFICE_TYPES).includes(mimeType) ? 'other' : 'archive';
  return { mimeType, format, ...(namedAs === undefined || namedAs === mimeType ? {} : { namedAs }) };
}

/** Undefined for text and unknown bytes. */
async function binaryType(sample: Buffer): Promise<string | undefined> {
  // The detector reads further in an archive than the sample goes.
  const type = await fileTypeFromBuffer(sample).catch(() => undefined);
  return type?.mime === 'application/xml' ? undefined : type?.mime;
}

/** By the first entry, or the end of an archive without any. */
function isZip(sample: Buffer): boolean {
  const signature = sample.toString('latin1', 0, 4);
  return signature === 'PK\u0003\u0004' || signature === 'PK\u0005\u0006';
}

function byName(extension: string): string | undefined {
  return OFFICE_TYPES[extension] ?? TEXT_TYPES[extension];
}

/** Whether a sample is UTF-8 without NUL; its last character may be truncated. */
function looksLikeText(sample: Buffer): boolean {
  if (sample.includes(0)) return false;
  for (let cut = 0; cut < MAX_CHARACTER_BYTES; cut++) {
    if (isUtf8(sample.subarray(0, sample.length - cut))) return true;
    if (sample.length < SAMPLE_BYTES) return false;
  }
  return false;
}
