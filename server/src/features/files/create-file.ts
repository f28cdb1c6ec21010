import { ApiError, HEADERS } from '@svc/contract';
import { streamBody, type CallerExchange, type HttpExchange } from '#exchange';
import { recordAudit, type AuditEvent } from '#features/audit';
import { sourceOf, type IdempotentAnswers, type KeptAnswer, type NamedRequest } from '#features/changes';
import type { ResourceCaller } from '#features/module';
import { enqueueJobs } from '#jobs';
import { DAY_MS, describeError, type Log } from '#kit';
import { OrganizationScope, WorkspaceScope } from '#store';
import { toFileObject } from './file-object.ts';
import { PROCESS_FILE, type ProcessPayload } from './process-file.ts';
import { readForm } from './read-form.ts';
import { tooLargeFile } from './receive-file.ts';
import { requireFile } from './read-files.ts';
import { finishUpload } from './store/uploads.ts';
import { Upload, type CompleteUpload, type UploadDeps } from './upload.ts';

/** A form has some bytes around its file. */
const FORM_BYTES = 65_536;

export interface CreateFileDeps extends UploadDeps {
  readonly answers: IdempotentAnswers;
  readonly log: Log;
}

/** `POST /v1/files` (platform contract §4.7): stores the file while it comes, then answers 201 with a file that is to be prepared. */
export async function createFile(
  deps: CreateFileDeps,
  exchange: CallerExchange,
  caller: ResourceCaller,
): Promise<void> {
  const { answers } = deps;
  const request = answers.nameOf(exchange);
  const claim = request && answers.claim(request);
  try {
    send(exchange, await receive(deps, { exchange, caller, request }));
  } finally {
    claim?.release();
  }
}

interface Asked {
  readonly exchange: CallerExchange;
  readonly caller: ResourceCaller;
  readonly request: NamedRequest | undefined;
}

async function receive(deps: CreateFileDeps, asked: Asked): Promise<KeptAnswer> {
  const { exchange, caller, request } = asked;
  const body = streamBody(exchange, deps.limits().body_timeout_s);
  const declaredBytes = declaredLength(exchange, deps.limits().large_file_bytes);
  const upload = new Upload(deps, {
    scope: caller.workspace,
    declaredBytes,
    hasDigest: request !== undefined,
  });
  let kept = false;
  try {
    await readForm(body, exchange.request.headers, upload);
    const complete = upload.complete(caller);
    const answer = await finish(deps, asked, complete);
    kept = !answer.replayed;
    return answer;
  } finally {
    if (kept) upload.keep();
    // What cannot be removed now is found later: its lease ends.
    else await upload.drop().catch((error: unknown) => noteRemains(deps.log, upload, error));
  }
}

/** Makes it a file, has it prepared and keeps the answer for a repetition: all of that or none. */
async function finish(
  { db, clock, answers }: CreateFileDeps,
  { exchange, caller, request }: Asked,
  { id, purpose, days, file, digest }: CompleteUpload,
): Promise<KeptAnswer> {
  const { organizationId, workspaceId } = caller.workspace;
  const nowMs = clock.nowMs();
  const named = request && { ...request, bodyDigest: digest! };
  return db.transaction().execute(async (trx) => {
    const scope = new WorkspaceScope(trx, organizationId, workspaceId);
    await caller.authorizeAgain(new OrganizationScope(trx, organizationId));
    if (named) await answers.requireAlone(trx, named);
    const earlier = named && (await answers.find(trx, named));
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
    await enqueueJobs(trx, [{ kind: PROCESS_FILE, key: id, payload }], nowMs);
    if (exchange.person) await recordAudit(trx, createdEvent(exchange, scope, id), nowMs);
    const answer = { status: 201, text: JSON.stringify(toFileObject(await requireFile(scope, id, nowMs))) };
    if (named) await answers.keep(trx, named, answer);
    return { ...answer, replayed: false };
  });
}

/** Of a person. What programs do with files is traffic, as their model calls are. */
function createdEvent(
  exchange: CallerExchange,
  { organizationId, workspaceId }: WorkspaceScope,
  id: string,
): AuditEvent {
  const resource = { type: 'file', id } as const;
  return { organizationId, workspaceId, ...sourceOf(exchange), event: 'file.created', resource };
}

/** Throws 413 for a body that no file of any purpose could be in, before a byte of it is read. */
function declaredLength({ request }: HttpExchange, limitBytes: number): number | undefined {
  const { 'content-length': length } = request.headers;
  if (length === undefined) return undefined;
  if (Number(length) > limitBytes + FORM_BYTES) throw tooLargeFile(limitBytes);
  return Number(length);
}

function send({ sink }: HttpExchange, { status, text, replayed }: KeptAnswer): void {
  sink.json(status, text, [
    'cache-control',
    'no-store',
    ...(replayed ? [HEADERS.idempotentReplayed, 'true'] : []),
  ]);
}

function noteRemains(log: Log, { id }: Upload, error: unknown): void {
  log.warn({ file: id, error: describeError(error) }, 'failed upload not removed; will be removed later');
}
