import { pipeline } from 'node:stream/promises';
import { BlobDamaged, BlobMissing, type BlobRange, type BlobStore } from '#blobs';
import { ApiError } from '@svc/contract';
import { baseHeaders, type HttpExchange } from '#exchange';
import type { WorkspaceScope } from '#store';
import { requireFile } from './read-files.ts';
import type { StoredFile } from './store/file-rows.ts';

/** Opened as a page all the same, a file is one without scripts and of no origin. All answers of the Console's API are like that. */
const DEFENCES = [
  'x-content-type-options',
  'nosniff',
  'content-security-policy',
  "default-src 'none'; sandbox",
] as const;

/** `GET /v1/files/{file_id}/content`: the bytes, or one range of them (D-FILE-2). */
export async function sendContent(
  blobs: BlobStore,
  exchange: HttpExchange,
  scope: WorkspaceScope,
  nowMs: number,
): Promise<void> {
  const file = await requireFile(scope, exchange.params['file_id']!, nowMs);
  if (file.status !== 'ready') {
    throw new ApiError('resource_conflict', {
      message:
        file.status === 'processing'
          ? 'The file is still being prepared. Try again in a moment.'
          : `The file could not be prepared (${file.status_detail}), so it cannot be downloaded.`,
    });
  }
  const { response, method } = exchange;
  const range = readRange(exchange.request.headers.range, file.bytes);
  if (range === 'unsatisfiable') {
    response
      .writeHead(416, [
        ...baseHeaders(exchange),
        'content-range',
        `bytes */${file.bytes}`,
        'content-length',
        '0',
      ])
      .end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: file.bytes };
  const bytes = method === 'HEAD' ? undefined : await open(blobs, file.blob_key, { start, end });
  response.writeHead(range ? 206 : 200, [
    ...baseHeaders(exchange),
    ...headersOf(file),
    ...(exchange.operation.browserAccess === 'console' ? [] : DEFENCES),
    'content-length',
    String(end - start),
    ...(range ? ['content-range', `bytes ${start}-${end - 1}/${file.bytes}`] : []),
  ]);
  if (!bytes) return void response.end();
  // Once begun, an answer can only be cut: the client sees that from its length.
  await pipeline(bytes, response).catch(() => response.destroy());
}

async function open(blobs: BlobStore, key: string, range: BlobRange) {
  try {
    return await blobs.get(key, range);
  } catch (cause) {
    if (cause instanceof BlobMissing) throw new ApiError('file_not_found', { param: 'file_id' });
    if (cause instanceof BlobDamaged) throw new ApiError('internal_error', { cause });
    throw cause;
  }
}

function headersOf({ mime_type: type, filename }: StoredFile): string[] {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeRfc5987(filename)}`,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  };
  return Object.entries(headers).flat();
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A single range (RFC 9110 §14). What cannot be understood, or names several, is ignored, as the standard wants it. */
function readRange(header: string | undefined, sizeBytes: number): BlobRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
