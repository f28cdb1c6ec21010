import {
  OfficeErrorType,
  OfficeGenerator,
  OfficeWarningType,
  parseOffice,
  type OfficeContentNode,
  type OfficeIssue,
  type OfficeParserAST,
} from 'officeparser';
import { DOCUMENT_CHARACTERS_LIMIT, type DocumentFormat, type DocumentPage } from '../content-part.ts';
import { DocumentFault } from './document-fault.ts';
import { ENTRIES_LIMIT, INFLATED_LIMIT_BYTES, officeFormat } from './office-format.ts';
import type { DocumentReading, ReadRequest } from './reader-protocol.ts';

/** Warnings that part of the document was skipped. No text is better than an incomplete document. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  OfficeWarningType.PAGE_LOAD_FAILED,
  OfficeWarningType.PDF_CONTENT_LIMIT_EXCEEDED,
  OfficeWarningType.TABLE_CELL_LIMIT_EXCEEDED,
  OfficeWarningType.REPEATED_CONTENT_LIMIT_EXCEEDED,
]);

const FAULTS: ReadonlyMap<unknown, DocumentFault['reason']> = new Map<unknown, DocumentFault['reason']>([
  [OfficeErrorType.PASSWORD_REQUIRED, 'encrypted'],
  [OfficeErrorType.PASSWORD_INCORRECT, 'encrypted'],
  [OfficeErrorType.ZIP_ENTRY_COUNT_LIMIT_EXCEEDED, 'too_large'],
  [OfficeErrorType.ZIP_SIZE_LIMIT_EXCEEDED, 'too_large'],
  [OfficeErrorType.XML_ELEMENT_LIMIT_EXCEEDED, 'too_large'],
  [OfficeErrorType.OUTPUT_TOO_LARGE, 'too_large'],
]);

async function parse(bytes: Uint8Array, format: DocumentFormat): Promise<OfficeParserAST> {
  const issues: OfficeIssue[] = [];
  const ast = await parseOffice(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    fileType: format === 'text' ? null : format,
    onWarning: (issue) => issues.push(issue),
    ocr: false,
    extractAttachments: false,
    ignoreSlideMasters: true,
    ignoreComments: true,
    ignorePageGeometry: true,
    decompressionLimits: { maxUncompressedBytes: INFLATED_LIMIT_BYTES, maxZipEntries: ENTRIES_LIMIT },
    // This process is already separate. Operators only carry colours and fonts.
    pdfParserConfig: { separateProcess: false, extractTextColor: false, maxOperators: Infinity },
  });
  if (issues.some((issue) => INCOMPLETE.has(issue.code))) throw new DocumentFault('too_large');
  return ast;
}

async function render(ast: OfficeParserAST, content: OfficeContentNode[]): Promise<string> {
  const { value } = await OfficeGenerator.generate({ ...ast, content }, 'text', {
    textConfig: { preserveLayout: true },
  });
  return value.toWellFormed().trim();
}

/**
 * One text per page, slide or sheet, or a single one. Sheets start with their name, which their cells do not
 * contain.
 */
async function toPages(ast: OfficeParserAST, format: DocumentFormat): Promise<DocumentPage[]> {
  if (format === 'docx') return [{ number: 1, text: await render(ast, ast.content) }];
  const pages: DocumentPage[] = [];
  for (const [index, node] of ast.content.entries()) {
    const text = format === 'pdf' ? (node.text ?? '').toWellFormed() : await render(ast, [node]);
    const name =
      node.type === 'sheet' ? `${node.metadata?.sheetName ?? ''}\n`.trimStart().toWellFormed() : '';
    pages.push({ number: index + 1, text: name + text });
  }
  return pages;
}

/** Extracts a document's text, in the reading process. Throws DocumentFault. */
export async function parseDocument({
  bytes,
  shape,
}: Extract<ReadRequest, { shape: 'pdf' | 'zip' }>): Promise<DocumentReading> {
  try {
    const format = shape === 'pdf' ? 'pdf' : officeFormat(bytes);
    const pages = await toPages(await parse(bytes, format), format);
    const characters = pages.reduce((sum, page) => sum + page.text.length, 0);
    if (characters > DOCUMENT_CHARACTERS_LIMIT) throw new DocumentFault('too_large');
    // A scan, or an empty file: without an error a model would be told that the document is empty.
    if (pages.every((page) => page.text.trim() === '')) throw new DocumentFault('unreadable');
    return { format, pages };
  } catch (error) {
    if (error instanceof DocumentFault) throw error;
    const code = (error as { officeIssue?: { code?: unknown } }).officeIssue?.code;
    throw new DocumentFault(FAULTS.get(code) ?? 'unreadable');
  }
}
