import type { Readable } from 'node:stream';
import { ApiError, HEADERS } from '@svc/contract';
import type { FairSlots } from '#content';
import { streamBody, type CallerExchange, type HttpExchange } from '#exchange';
import { recordAudit, type AuditEvent } from '#features/audit';
import {
  sourceOf,
  type IdempotentResponses,
  type StoredResponse,
  type IdempotentRequest,
} from '#features/mutations';
import type { ResourceCaller } from '#features/module';
import { enqueueJobs } from '#jobs';
import { DAY_MS, describeError, type Log } from '#kit';
import { OrganizationScope, WorkspaceScope } from '#store';
import { PROCESS_FILE, type ProcessPayload } from './process-file.ts';
import { readForm } from './read-form.ts';
import { requireFile } from './read-files.ts';
import type { UploadFormat } from './upload-format.ts';
import { finishUpload } from './store/uploads.ts';
import { Upload, type CompleteUpload, type UploadDeps } from './upload.ts';
import { limitForm, requireDeclaredSize } from './upload-size.ts';

/** Concurrent uploads of a node: each buffers up to a megabyte of its file, or a part of 5 MB if the storage is a bucket. */
export const UPLOAD_CONCURRENCY = 128;
/** Queued uploads, whose bodies are not read meanwhile. */
export const WAITING_UPLOADS = 256;

export interface CreateFileDeps extends UploadDeps {
  readonly responses: IdempotentResponses;
  readonly log: Log;
  readonly slots: FairSlots;
}

/**
 * `POST /v1/files` (platform contract §4.7), and uploads in other forms: stores the file while it is received, then responds with a file
 * that will be processed.
 */
export async function createFile(
  deps: CreateFileDeps,
  exchange: CallerExchange,
  caller: ResourceCaller,
  format: UploadFormat,
): Promise<void> {
  const { responses } = deps;
  const request = responses.nameOf(exchange);
  const claim = request && responses.claim(request);
  try {
    send(exchange, await receive(deps, { exchange, caller, format, request }));
  } finally {
    claim?.release();
  }
}

interface Asked {
  readonly exchange: CallerExchange;
  readonly caller: ResourceCaller;
  readonly format: UploadFormat;
  readonly request: IdempotentRequest | undefined;
}

async function receive(deps: CreateFileDeps, asked: Asked): Promise<StoredResponse> {
  const { exchange, caller, request } = asked;
  const limits = deps.limits();
  const body = streamBody(exchange, limits.body_timeout_s);
  const { 'content-length': length } = exchange.request.headers;
  const declaredBytes = length === undefined ? undefined : Number(length);
  requireDeclaredSize(declaredBytes, undefined, limits);
  const requester = { organizationId: caller.workspace.organizationId, signal: exchange.signal };
  return deps.slots.run(async () => {
    const isRepetition = request !== undefined && (await deps.responses.isRepetition(deps.db, request));
    const hasDigest = request !== undefined;
    const upload = new Upload(deps, { scope: caller.workspace, declaredBytes, hasDigest, isRepetition });
    limitForm(body, limits);
    return store(deps, asked, body, upload);
  }, requester);
}

async function store(
  deps: CreateFileDeps,
  asked: Asked,
  body: Readable,
  upload: Upload,
): Promise<StoredResponse> {
  const { exchange, caller, format } = asked;
  let kept = false;
  try {
    await readForm(body, exchange.request.headers, format.receive(upload, caller));
    const complete = await upload.complete(caller);
    const response = await finish(deps, asked, complete);
    kept = !response.replayed;
    return response;
  } finally {
    if (kept) upload.keep();
    // If the removal fails, it is repeated after the lease has ended.
    else await upload.drop().catch((error: unknown) => noteRemains(deps.log, upload, error));
  }
}

/** In one transaction: completes the file, schedules its processing and stores the response for retries. */
async function finish(
  { db, clock, responses }: CreateFileDeps,
  { exchange, caller, format, request }: Asked,
  { id, purpose, days, file, digest }: CompleteUpload,
): Promise<StoredResponse> {
  const { organizationId, workspaceId } = caller.workspace;
  const nowMs = clock.nowMs();
  const named = request && { ...request, bodyDigest: digest! };
  return db.transaction().execute(async (trx) => {
    const scope = new WorkspaceScope(trx, organizationId, workspaceId);
    await caller.authorizeAgain(new OrganizationScope(trx, organizationId));
    if (named) await responses.requireAlone(trx, named);
    const earlier = named && (await responses.find(trx, named));
    if (earlier) return earlier;
    const finished = await finishUpload(scope, id, {
      purpose,
      mime_type: file.type.mimeType,
      bytes: file.bytes,
      created_at: nowMs,
      expires_at: nowMs + days * DAY_MS,
    });
    // The node was away for longer than its lease.
    if (!finished) throw new ApiError('temporarily_unavailable');
    const payload: ProcessPayload = { file_id: id };
    await enqueueJobs(trx, [{ kind: PROCESS_FILE, organizationId, key: id, payload }], nowMs);
    if (exchange.person) await recordAudit(trx, createdEvent(exchange, scope, id), nowMs);
    const text = JSON.stringify(format.toObject(await requireFile(scope, id, nowMs)));
    const response = { status: format.status, text };
    if (named) await responses.keep(trx, named, response);
    return { ...response, replayed: false };
  });
}

/** Only for people. Uploads of programs are traffic, like their model calls, and are not audited. */
function createdEvent(
  exchange: CallerExchange,
  { organizationId, workspaceId }: WorkspaceScope,
  id: string,
): AuditEvent {
  const resource = { type: 'file', id } as const;
  return { organizationId, workspaceId, ...sourceOf(exchange), event: 'file.created', resource };
}

function send({ sink }: HttpExchange, { status, text, replayed }: StoredResponse): void {
  sink.json(status, text, [
    'cache-control',
    'no-store',
    ...(replayed ? [HEADERS.idempotentReplayed, 'true'] : []),
  ]);
}

function noteRemains(log: Log, { id }: Upload, error: unknown): void {
  log.warn({ file: id, error: describeError(error) }, 'failed upload not removed; will be removed later');
}
