import {
  ApiError,
  ID_PREFIXES,
  type BatchCreation,
  type LimitValues,
  type LineEndpoint,
} from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireFile } from '#features/files';
import { Created, type ResourceCaller } from '#features/module';
import { HOUR_MS, newId } from '#kit';
import type { WorkspaceScope } from '#store';
import { toBatch } from './batch-object.ts';
import { countOpenBatchesOf, insertBatch, type BatchRow } from './store/batch-rows.ts';
import { enqueueValidation } from './validation/validate-batch.ts';

const INPUT = 'input_file_id';

/** What a batch is made of, whatever protocol asks for it. */
interface NewBatch extends Pick<BatchCreation, 'input_file_id' | 'metadata' | 'output_expires_after_days'> {
  readonly endpoint?: LineEndpoint | undefined;
}

/** `POST /v1/batches` (D-BATCH-1): the lines are validated and copied after the response. */
export async function createBatch(
  change: MutationContext,
  body: BatchCreation,
  caller: ResourceCaller,
  limits: LimitValues,
): Promise<Created> {
  const file = await requireInput(caller.workspace, body.input_file_id, change.nowMs);
  if (file.status === 'processing')
    throw new ApiError('resource_conflict', {
      param: INPUT,
      message: 'The file is still being prepared. Wait until its status is ready.',
    });
  return new Created(toBatch(await insertNewBatch(change, body, caller, limits)));
}

/** The same of a file that may still be prepared: its lines are validated afterwards. */
export async function addBatch(
  change: MutationContext,
  batch: NewBatch,
  caller: ResourceCaller,
  limits: LimitValues,
): Promise<BatchRow> {
  await requireInput(caller.workspace, batch.input_file_id, change.nowMs);
  return insertNewBatch(change, batch, caller, limits);
}

async function insertNewBatch(
  change: MutationContext,
  body: NewBatch,
  { workspace, zeroDataRetention, betas, version }: ResourceCaller,
  limits: LimitValues,
): Promise<BatchRow> {
  const { nowMs, source, userId } = change;
  const { actor } = source;
  await requireRoom(change, limits.open_batches_per_organization);
  const batch = await insertBatch(workspace, {
    id: newId(ID_PREFIXES.batch, nowMs),
    created_by: actor.id ?? userId,
    key_id: actor.type === 'api_key' ? actor.id : null,
    user_id: userId,
    betas,
    version: version ?? null,
    status: 'validating',
    input_file_id: body.input_file_id,
    endpoint: body.endpoint ?? null,
    metadata: body.metadata ?? {},
    problems: [],
    output_days: zeroDataRetention
      ? limits.file_expiry_zero_retention_days
      : (body.output_expires_after_days ?? limits.file_expiry_default_days),
    created_at: nowMs,
    expires_at: nowMs + limits.batch_window_hours * HOUR_MS,
  });
  await enqueueValidation(workspace.db, batch, nowMs);
  // Batches of programs are traffic, like their model calls, and are not audited.
  if (actor.type === 'user') {
    const { workspaceId } = workspace;
    await auditChange(change, {
      event: 'batch.created',
      resource: { type: 'batch', id: batch.id },
      workspaceId,
    });
  }
  return batch;
}

/** The organization is locked by the change, so two of its requests cannot both have the last place. */
async function requireRoom({ scope }: MutationContext, mostOpen: number): Promise<void> {
  if ((await countOpenBatchesOf(scope)) < mostOpen) return;
  throw new ApiError('resource_conflict', {
    message: `The organization has ${mostOpen} batches that have not ended. Wait until one ends, or cancel one.`,
  });
}

/** Throws 404, 400, 409 for a file that cannot be the input. Locks the file against deletion until the transaction ends. */
async function requireInput(
  scope: WorkspaceScope,
  id: string,
  nowMs: number,
): Promise<{ readonly status: 'ready' | 'processing' }> {
  const file = await requireFile(scope, id, nowMs, { lock: true, param: INPUT });
  if (file.purpose !== 'batch')
    throw new ApiError('invalid_parameter', {
      param: INPUT,
      message: `The file was uploaded for ${file.purpose}. Upload it with the purpose batch.`,
    });
  const { status, status_detail: detail } = file;
  if (status !== 'failed') return { status };
  throw new ApiError('resource_conflict', {
    param: INPUT,
    message: `The file could not be prepared (${detail}). Upload it again.`,
  });
}
