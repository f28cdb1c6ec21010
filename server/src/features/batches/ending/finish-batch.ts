import type { Kysely } from 'kysely';
import { storeFile, type StoreFileDeps } from '#features/files';
import type { JobHandler } from '#jobs';
import { DAY_MS, type Log } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import {
  endBatch,
  endingOf,
  FINISH_BATCH,
  type CountLines,
  type FinishPayload,
} from '../batch-transitions.ts';
import type { LineSeals } from '../line-seal.ts';
import { findAnyBatch, lockBatch, updateBatch, type BatchRow } from '../store/batch-rows.ts';
import { closeLines } from '../store/closing.ts';
import { writeOutput } from './write-output.ts';

/** Lines closed in one transaction, for which commits of results of the batch have to wait. */
const CLOSE_BATCH_SIZE = 2000;

export interface FinishDeps extends StoreFileDeps {
  readonly db: Kysely<Tables>;
  readonly seals: LineSeals;
  readonly log: Log;
  readonly countLines: CountLines;
}

/**
 * Ends a batch (D-BATCH-4, D-BATCH-5): writes results for lines that will not run, and once each line has a result, writes the output
 * from the rows and sets the final status. Interrupted anywhere, it can be repeated from the rows.
 */
export function finishBatch(deps: FinishDeps): JobHandler<FinishPayload> {
  return {
    kind: FINISH_BATCH,
    concurrency: 2,
    async run({ batch_id: id }, { signal }) {
      const { db } = deps;
      while (await closeSome(deps, id));
      const batch = await findAnyBatch(db, id);
      if (batch && batch.ending !== null) await writeAndEnd(deps, batch, signal);
      return undefined;
    },
  };
}

/** True when there may be more. */
async function closeSome(
  { db, clock, countLines }: Pick<FinishDeps, 'db' | 'clock' | 'countLines'>,
  id: string,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  const closed = await db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, id);
    if (!batch || batch.ended_at !== null || batch.ending !== null) return undefined;
    if (batch.status === 'validating') {
      if (batch.expires_at <= nowMs) await endBatch(trx, id, 'expired', nowMs);
      return undefined;
    }
    return close(trx, batch, nowMs);
  });
  if (!closed) return false;
  countLines(closed.as, closed.lines);
  return closed.lines === CLOSE_BATCH_SIZE;
}

/** Writes the results of some lines of a locked batch that will not run. Undefined: its lines may run. */
async function close(
  trx: Kysely<Tables>,
  batch: BatchRow,
  nowMs: number,
): Promise<{ readonly as: 'expired' | 'canceled'; readonly lines: number } | undefined> {
  const { id } = batch;
  const isOver = batch.expires_at <= nowMs;
  if (!isOver && batch.status !== 'canceling') return undefined;
  const as = isOver ? 'expired' : 'canceled';
  // Lines that run when the window ends are not waited for (BATCH-18): their node finds them already closed.
  const from = isOver ? (['waiting', 'running'] as const) : (['waiting'] as const);
  const lines = await closeLines(trx, id, { from, to: as, most: CLOSE_BATCH_SIZE });
  const ending = endingOf(await updateBatch(trx, id, { [as]: batch[as] + lines }));
  if (ending) await updateBatch(trx, id, { ending });
  return { as, lines };
}

async function writeAndEnd(deps: FinishDeps, batch: BatchRow, signal: AbortSignal): Promise<void> {
  const { db, clock, seals, log } = deps;
  const { id, organization_id: organizationId, workspace_id: workspaceId } = batch;
  const scope = new WorkspaceScope(db, organizationId, workspaceId);
  const made = {
    filename: `${id}_output.jsonl`,
    purpose: 'batch',
    source: 'batch_output',
    mimeType: 'application/jsonl',
  } as const;
  const file = await storeFile(deps, scope, made, writeOutput(db, await seals.of(batch), batch), signal);
  try {
    const ended = await db.transaction().execute(async (trx) => {
      const locked = await lockBatch(trx, id);
      if (!locked || locked.ending === null) return undefined;
      const nowMs = clock.nowMs();
      const expiresAtMs = nowMs + locked.output_days * DAY_MS;
      if (!(await file.finish(trx, { nowMs, expiresAtMs }))) throw new Error('the output took too long');
      return endBatch(trx, id, locked.ending, nowMs, { output_file_id: file.id });
    });
    if (!ended) return await file.drop();
    file.keep();
    log.info({ batch: id, status: ended.status, lines: ended.total }, 'batch ended');
  } catch (error) {
    // It may be unknown whether the transaction has committed: if there is no file, its content is removed when the lease ends.
    file.keep();
    throw error;
  }
}
