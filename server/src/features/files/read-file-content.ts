import { pipeline } from 'node:stream/promises';
import { BlobDamaged, BlobStoreUnavailable, type BlobRange, type BlobStore } from '#blobs';
import { ApiError, type ErrorBody } from '@svc/contract';
import { baseHeaders, type HttpExchange } from '#exchange';
import { describeError, type Log } from '#kit';
import type { WorkspaceScope } from '#store';
import { openBlob } from './open-blob.ts';
import { requireFile } from './read-files.ts';
import type { StoredFile } from './store/file-rows.ts';

/** If a file is opened as a page, it has no scripts and an opaque origin. The same applies to all responses of the Console's API. */
const DEFENCES = [
  'x-content-type-options',
  'nosniff',
  'content-security-policy',
  "default-src 'none'; sandbox",
] as const;

/** How long a client may stop reading before its connection is closed: it keeps a file or a bucket connection open. */
const STALLED_MS = 60_000;

export interface SendContentDeps {
  readonly blobs: BlobStore;
  readonly log: Log;
}

/** `GET /v1/files/{file_id}/content`: the bytes, or one range of them (D-FILE-2). */
export async function readFileContent(
  { blobs, log }: SendContentDeps,
  exchange: HttpExchange,
  scope: WorkspaceScope,
  nowMs: number,
): Promise<void> {
  const file = await requireFile(scope, exchange.params['file_id']!, nowMs);
  requireReady(file);
  const { response, method } = exchange;
  const range = requestedRange(exchange, file.bytes);
  if (range === 'unsatisfiable') {
    return exchange.sink.json(416, outsideBody(exchange), [
      'cache-control',
      'no-store',
      'content-range',
      `bytes */${file.bytes}`,
    ]);
  }
  const { start, end } = range ?? { start: 0, end: file.bytes };
  const bytes =
    method === 'HEAD'
      ? undefined
      : await openBlob(blobs, file.blob_key, { param: 'file_id', range: { start, end } });
  response.writeHead(range ? 206 : 200, [
    ...baseHeaders(exchange),
    ...headersOf(file),
    ...(exchange.operation.browserAccess === 'console' ? [] : DEFENCES),
    'content-length',
    String(end - start),
    ...(range ? ['content-range', `bytes ${start}-${end - 1}/${file.bytes}`] : []),
  ]);
  if (!bytes) return void response.end();
  response.setTimeout(STALLED_MS);
  try {
    await pipeline(bytes, response);
  } catch (error) {
    // A started response can only be aborted: the client detects this by Content-Length.
    response.destroy();
    if (error instanceof BlobDamaged || error instanceof BlobStoreUnavailable)
      log.error({ file: file.id, error: describeError(error) }, 'download cut; bytes of file not readable');
  }
}

/** The envelope of errors, which vendors' clients read as well. The status has no row in the catalog: HTTP gives it its meaning. */
function outsideBody({ requestId }: HttpExchange): string {
  const body: ErrorBody = {
    error: {
      type: 'invalid_request_error',
      code: 'invalid_request',
      message: 'The range begins behind the end of the file. Send one that begins before it.',
      param: 'range',
      request_id: requestId,
    },
  };
  return JSON.stringify(body);
}

function requireReady({ status, status_detail: detail }: StoredFile): void {
  if (status === 'ready') return;
  throw new ApiError('resource_conflict', {
    message:
      status === 'processing'
        ? 'The file is still being prepared. Try again in a moment.'
        : `The file could not be prepared (${detail}), so it cannot be downloaded.`,
  });
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

/** For GET only. Contents have no validators, so `If-Range` never matches, and everything is sent. */
function requestedRange(
  { request, method }: HttpExchange,
  sizeBytes: number,
): BlobRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': validator } = request.headers;
  return method === 'HEAD' || validator !== undefined ? undefined : readRange(range, sizeBytes);
}

/** A single range (RFC 9110 §14). Invalid and multiple ranges are ignored, as the standard allows. */
function readRange(header: string | undefined, sizeBytes: number): BlobRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
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
