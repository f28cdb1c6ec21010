import type { DocumentPart, ResolvedDocument } from './content-part.ts';
import { declaredFormat, documentShape } from './document-type.ts';
import { readText } from './read-text.ts';
import { DocumentFault, type DocumentReader } from './reader/document-reader.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';
import { unsupported } from './refusals.ts';

const SENTENCES: Readonly<Record<DocumentFault['reason'], string>> = {
  unreadable: 'The document cannot be read. Send an intact PDF, DOCX, XLSX or PPTX file, or text in UTF-8.',
  encrypted: 'The document is encrypted. Send it without a password.',
  too_large: 'The document holds too much to be read. Send a smaller part of it.',
};

async function read(bytes: Uint8Array, reader: DocumentReader, signal: AbortSignal): Promise<DocumentReading> {
  const shape = documentShape(bytes);
  if (shape === 'ole') throw new DocumentFault('unreadable');
  if (shape !== 'text') return reader.read(bytes, shape, signal);
  return { format: 'text', pages: [{ number: 1, text: await readText(bytes) }] };
}

/** Turns a document into text. Throws 400 `unsupported_content` for what cannot be read or is declared wrongly. */
export async function resolveDocument(
  bytes: Uint8Array,
  { source, title, path }: DocumentPart,
  reader: DocumentReader,
  signal: AbortSignal,
): Promise<ResolvedDocument> {
  const { format, pages } = await read(bytes, reader, signal).catch((error: unknown) => {
    if (error instanceof DocumentFault) throw unsupported(path, SENTENCES[error.reason]);
    throw error;
  });
  if (source.type === 'base64' && declaredFormat(source.mediaType) !== format)
    throw unsupported(path, 'The document has another type than its media_type says. Send the type the data really has.');
  return {
    kind: 'document',
    format,
    title: title ?? null,
    fileId: source.type === 'file' ? source.fileId : null,
    paged: format !== 'text' && format !== 'docx',
    pages,
  };
}
