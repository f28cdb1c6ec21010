import type { ContentBudget } from './content-budget.ts';
import type { DocumentPart, ResolvedDocument } from './content-part.ts';
import { declaredFormat, documentShape } from './document-type.ts';
import type { Requester } from './fair-slots.ts';
import { readText } from './read-text.ts';
import { DocumentFault, type DocumentReader } from './reader/document-reader.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';
import { unsupported } from './refusals.ts';

const SENTENCES: Readonly<Record<DocumentFault['reason'], string>> = {
  unreadable: 'The document cannot be read. Send an intact PDF, DOCX, XLSX or PPTX file, or text in UTF-8.',
  encrypted: 'The document is encrypted. Send it without a password.',
  too_large: 'The document is too large to process. Send a smaller part of it.',
};

interface ReadingContext extends Requester {
  readonly reader: DocumentReader;
  readonly budget: ContentBudget;
}

async function read(bytes: Uint8Array, context: ReadingContext): Promise<DocumentReading> {
  const shape = documentShape(bytes);
  if (shape === 'ole') throw new DocumentFault('unreadable');
  if (shape !== 'text') return context.reader.read(bytes, shape, context);
  return { format: 'text', pages: [{ number: 1, text: await readText(bytes) }] };
}

/** The reading, when the request may still hold that much text. */
async function readWithin(bytes: Uint8Array, context: ReadingContext): Promise<DocumentReading> {
  const reading = await read(bytes, context);
  context.budget.takeCharacters(reading.pages.reduce((sum, { text }) => sum + text.length, 0));
  return reading;
}

/** Turns a document into text. Throws 400 `unsupported_content` for what cannot be read or is declared wrongly. */
export async function resolveDocument(
  bytes: Uint8Array,
  { source, title, path }: DocumentPart,
  context: ReadingContext,
): Promise<ResolvedDocument> {
  const { format, pages } = await readWithin(bytes, context).catch((error: unknown) => {
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
