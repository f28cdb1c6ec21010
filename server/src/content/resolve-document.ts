import type { DocumentPart, ResolvedDocument } from './content-part.ts';
import { declaredFormat, documentShape } from './document-type.ts';
import { readText } from './read-text.ts';
import { DocumentFault, type DocumentReader } from './reader/document-reader.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';
import { unsupported } from './refusals.ts';
import { documentSource, type SourceContext } from './source-bytes.ts';

const SENTENCES: Readonly<Record<DocumentFault['reason'], string>> = {
  unreadable: 'The document cannot be read. Send an intact PDF, DOCX, XLSX or PPTX file, or text in UTF-8.',
  encrypted: 'The document is encrypted. Send it without a password.',
  too_large: 'The document is too large to process. Send a smaller part of it.',
};

interface ReadingContext extends SourceContext {
  readonly reader: DocumentReader;
}

async function readBytes(bytes: Uint8Array, context: ReadingContext): Promise<DocumentReading> {
  const shape = documentShape(bytes);
  if (shape === 'ole') throw new DocumentFault('unreadable');
  if (shape !== 'text') return context.reader.read(bytes, shape, context);
  return { format: 'text', pages: [{ number: 1, text: await readText(bytes) }] };
}

/** Reads the stored text, if the request may still hold that much. */
async function read(part: DocumentPart, context: ReadingContext): Promise<DocumentReading> {
  const source = await documentSource(part, context);
  if (!(source instanceof Uint8Array)) return source;
  const reading = await readBytes(source, context);
  context.budget.takeCharacters(reading.pages.reduce((sum, { text }) => sum + text.length, 0));
  return reading;
}

/**
 * Converts a document to text. Throws 400 `unsupported_content` if it is unreadable or its declared type is
 * wrong.
 */
export async function resolveDocument(
  part: DocumentPart,
  context: ReadingContext,
): Promise<ResolvedDocument> {
  const { source, title, path } = part;
  const { format, pages } = await read(part, context).catch((error: unknown) => {
    if (error instanceof DocumentFault) throw unsupported(path, SENTENCES[error.reason]);
    throw error;
  });
  if (source.type === 'base64' && declaredFormat(source.mediaType) !== format)
    throw unsupported(
      path,
      'The document does not match its media_type. Set media_type to the actual type of the data.',
    );
  return {
    kind: 'document',
    format,
    title: title ?? null,
    fileId: source.type === 'file' ? source.fileId : null,
    paged: format !== 'text' && format !== 'docx',
    pages,
  };
}
