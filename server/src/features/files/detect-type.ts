import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path/posix';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes at the beginning of a file from which its type is told. */
export const SAMPLE_BYTES = 4100;
const LONGEST_CHARACTER_BYTES = 4;

const OFFICE_TYPES: Readonly<Record<string, string>> = {
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

export const OCTETS = 'application/octet-stream';

export interface DetectedType {
  readonly mimeType: string;
  /** Nothing but its name tells what kind of text it is. */
  readonly isText: boolean;
}

/** The type of a file by its first bytes; its name only tells one kind of text, or of ZIP archive, from another (FILE-04). */
export async function detectType(sample: Buffer, filename: string): Promise<DetectedType> {
  const extension = extname(filename).toLowerCase();
  if (sample.length === 0) return { mimeType: byName(extension) ?? OCTETS, isText: false };
  const binary = await binaryType(sample);
  if (binary === 'application/zip' || Object.values(OFFICE_TYPES).includes(binary ?? ''))
    return { mimeType: OFFICE_TYPES[extension] ?? 'application/zip', isText: false };
  if (binary !== undefined && !looksLikeText(sample)) return { mimeType: binary, isText: false };
  if (binary === 'application/pdf' || binary === 'image/svg+xml') return { mimeType: binary, isText: false };
  if (!looksLikeText(sample)) return { mimeType: OCTETS, isText: false };
  return { mimeType: TEXT_TYPES[extension] ?? 'text/plain', isText: true };
}

/** Undefined for text, and where the bytes tell nothing. */
async function binaryType(sample: Buffer): Promise<string | undefined> {
  // It reads on where an archive goes on, which a sample does not.
  const type = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (type) return type.mime === 'application/xml' ? undefined : type.mime;
  return sample.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
    ? 'application/zip'
    : undefined;
}

function byName(extension: string): string | undefined {
  return OFFICE_TYPES[extension] ?? TEXT_TYPES[extension];
}

/** Whether a sample is UTF-8 without NUL; its last character may be cut. */
function looksLikeText(sample: Buffer): boolean {
  if (sample.includes(0)) return false;
  for (let cut = 0; cut < LONGEST_CHARACTER_BYTES; cut++) {
    if (isUtf8(sample.subarray(0, sample.length - cut))) return true;
    if (sample.length < SAMPLE_BYTES) return false;
  }
  return false;
}
