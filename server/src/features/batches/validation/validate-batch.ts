import type { Kysely } from 'kysely';
import { BlobDamaged, BlobMissing, type BlobStore } from '#blobs';
import type { BatchProblem, LimitValues } from '@svc/contract';
import { jsonBounds } from '#exchange';
import { enqueueJobs, Postponed, type JobHandler } from '#jobs';
import type { Clock } from '#kit';
import type { KeyMaterial } from '#sealing';
import type { Tables } from '#store';
import { failBatch, startBatch } from '../batch-transitions.ts';
import type { LineSeals } from '../line-seal.ts';
import { findAnyBatch, type BatchRow } from '../store/batch-rows.ts';
import { findInput } from '../store/inputs.ts';
import { deleteLines, insertLines } from '../store/line-rows.ts';
import type { InputRead, InputRules } from './input-reading.ts';
import { readInput } from './input-thread.ts';

export const VALIDATE_BATCH = 'batches.validate';
/** A line has `custom_id` and `endpoint` in addition to the longest body. */
const ENVELOPE_BYTES = 16_384;
/** Two of one organization are never read at once. */
const CONCURRENCY = 2;
/** Lines removed in one statement. */
const DELETE_BATCH_SIZE = 1000;
/** Until the input is looked at again while it is prepared. */
const SHORTEST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 60_000;

interface ValidatePayload {
  readonly batch_id: string;
}

export interface ValidateDeps {
  readonly db: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly seals: LineSeals;
  readonly limits: () => LimitValues;
}

/** Schedules the validation of a batch, unless it is scheduled. */
export async function enqueueValidation(
  trx: Kysely<Tables>,
  { id, organization_id: organizationId }: Pick<BatchRow, 'id' | 'organization_id'>,
  nowMs: number,
): Promise<void> {
  const payload: ValidatePayload = { batch_id: id };
  await enqueueJobs(trx, [{ kind: VALIDATE_BATCH, organizationId, key: id, payload }], nowMs);
}

/** Reads the input of a batch, copies its lines, and makes it `in_progress` or `failed` (BATCH-14, D-BATCH-3, D-BATCH-9). */
export function validateBatch(deps: ValidateDeps): JobHandler<ValidatePayload> {
  return {
    kind: VALIDATE_BATCH,
    concurrency: CONCURRENCY,
    async run({ batch_id: id }, { signal }) {
      const { db, clock } = deps;
      const batch = await findAnyBatch(db, id);
      if (batch?.status === 'validating') {
        const read = await readLines(deps, batch, signal);
        if (read === 'later') return new Postponed(readAgainAtMs(batch, clock.nowMs()));
        const { total, problems } = read;
        const ended = await (problems.length > 0
          ? failBatch(db, id, problems, clock.nowMs())
          : startBatch(db, id, total, clock.nowMs()));
        if (ended === 'in_progress') return undefined;
      }
      // It failed or was cancelled: no line runs, so none is kept.
      const now = await findAnyBatch(db, id);
      if (now && now.total === 0) while ((await deleteLines(db, id, DELETE_BATCH_SIZE)) > 0);
      return undefined;
    },
  };
}

/** `later`: the input is still being prepared. */
async function readLines(
  deps: ValidateDeps,
  batch: BatchRow,
  signal: AbortSignal,
): Promise<InputRead | 'later'> {
  const { db, blobs, clock, seals } = deps;
  const input = await findInput(db, batch.input_file_id);
  if (!input || input.status === 'failed') return missingInput();
  if (input.status !== 'ready') return 'later';
  const { key } = await seals.of(batch);
  try {
    const content = await blobs.get(input.blob_key);
    try {
      return await readInput(rulesOf(deps.limits(), batch, key.material), content, async (group) => {
        signal.throwIfAborted();
        await insertLines(db, batch.id, group, clock.nowMs());
      });
    } finally {
      content.destroy();
    }
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return missingInput();
    throw error;
  }
}

function rulesOf(values: LimitValues, batch: BatchRow, key: KeyMaterial): InputRules {
  return {
    batchId: batch.id,
    bounds: jsonBounds(values),
    customIdCharacters: values.batch_custom_id_characters,
    endpoint: batch.endpoint ?? undefined,
    mostLines: values.batch_requests,
    mostLineBytes: Math.max(values.chat_body_bytes, values.messages_body_bytes) + ENVELOPE_BYTES,
    mostProblems: values.batch_reported_errors,
    key,
  };
}

/** Each wait is half as long as the batch has already waited. */
function readAgainAtMs({ created_at: createdAtMs }: BatchRow, nowMs: number): number {
  const pauseMs = (nowMs - createdAtMs) / 2;
  return Math.round(nowMs + Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), MAX_PAUSE_MS));
}

/** It expired, or its bytes cannot be read. */
function missingInput(): InputRead {
  const problem: BatchProblem = {
    line: null,
    code: 'file_not_found',
    message: 'The input file can no longer be read. Upload it again and create another batch.',
    param: 'input_file_id',
  };
  return { total: 0, problems: [problem] };
}
