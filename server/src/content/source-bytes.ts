import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '@svc/contract';
import { decodeBase64 } from '#kit';
import type { ContentBudget } from './content-budget.ts';
import type { ContentFetcher } from './content-fetcher.ts';
import type { ContentPart, DocumentPart } from './content-part.ts';
import type { Requester } from './fair-slots.ts';
import { decodeReading } from './kept-reading.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';
import { invalidSource } from './refusals.ts';

/** What the files capability provides here, bound to the caller's workspace. */
export interface FileSource {
  /**
   * Opens a file that is ready and has the purpose. Throws as D-54 says: 404 `file_not_found`, 409
   * `resource_conflict`, 400 `unsupported_content`, with `path` as `param`. `limitBytes` applies to files
   * without stored text.
   */
  open(
    fileId: string,
    options: { purpose: 'vision' | 'document'; limitBytes: number; path: string; signal: AbortSignal },
  ): Promise<OpenFile>;
}

export interface OpenFile {
  /** `reading`: a document's text as written by `encodeReading`. */
  readonly format: 'bytes' | 'reading';
  readonly sizeBytes: number;
  readonly stream: Readable;
}

export interface SourceContext extends Requester {
  readonly fetcher: ContentFetcher;
  /** Absent: no file is ever found. */
  readonly files?: FileSource;
  readonly budget: ContentBudget;
  readonly limitBytes: number;
  readonly timeoutMs: number;
}

/** Reads the bytes of a part, at most `limitBytes`. */
export async function sourceBytes(
  { kind, source, path }: ContentPart,
  context: SourceContext,
): Promise<Uint8Array> {
  if (source.type === 'url') return context.fetcher.fetch(source.url, { path, ...context });
  if (source.type === 'file') {
    return collect(await openFile({ fileId: source.fileId, kind, path }, context), path, context);
  }
  const bytes = typeof source.data === 'string' ? decodeBase64(source.data) : source.data;
  if (bytes.length === 0)
    throw invalidSource(
      path,
      'The data in the source is not valid base64. Encode the bytes of the file without line breaks.',
    );
  if (bytes.length > context.limitBytes)
    throw invalidSource(path, `The content is too large. Send at most ${String(context.limitBytes)} bytes.`);
  return bytes;
}

/** Reads a document's bytes, or the text extracted when it was stored. Throws DocumentFault `too_large`. */
export async function documentSource(
  { kind, source, path }: DocumentPart,
  context: SourceContext,
): Promise<Uint8Array | DocumentReading> {
  if (source.type !== 'file') return sourceBytes({ kind, source, path }, context);
  const file = await openFile({ fileId: source.fileId, kind, path }, context);
  if (file.format === 'bytes') return collect(file, path, context);
  return decodeReading(file.stream, (characters) => context.budget.takeCharacters(characters));
}

interface FilePart {
  readonly fileId: string;
  readonly kind: ContentPart['kind'];
  readonly path: string;
}

async function openFile(
  { fileId, kind, path }: FilePart,
  { files, limitBytes, signal }: SourceContext,
): Promise<OpenFile> {
  if (files === undefined) throw new ApiError('file_not_found', { param: path });
  const purpose = kind === 'image' ? 'vision' : 'document';
  return files.open(fileId, { purpose, limitBytes, path, signal });
}

async function collect(
  { stream, sizeBytes }: OpenFile,
  path: string,
  { budget }: SourceContext,
): Promise<Uint8Array> {
  try {
    budget.takeBytes(sizeBytes, path);
    return await buffer(stream);
  } finally {
    stream.destroy();
  }
}
