import type { Kysely } from 'kysely';
import { chargeUsageWithin, inUsageMonths } from '#features/billing';
import type { Clock } from '#kit';
import { insertCallRecords } from '#features/request-records';
import { JsonArray, type Tables, type UsageJournal } from '#store';
import { endingOf, enqueueFinish, type CountLines } from '../batch-transitions.ts';
import type { LineSeal, LineSeals } from '../line-seal.ts';
import { countResults, findAnyBatch, updateBatch, type BatchRow } from '../store/batch-rows.ts';
import { keepResults, releaseLines, runElsewhere, type HeldLine, type LineResult } from '../store/claims.ts';
import type { EndedLine, LineCounters } from './ended-line.ts';

const HELD_UP_PAUSE_MS = 1000;

export interface CommitDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly journal: Pick<UsageJournal, 'betweenBatches'>;
  readonly seals: LineSeals;
  /** Identifies this run of this node in its claims. */
  readonly runId: string;
  readonly countLines: CountLines;
}

/**
 * Commits the results of some lines of one batch with their charges and the counters in one transaction (D-BATCH-6). A line that no longer
 * belongs to this claim is neither stored nor charged. Rejects with StoreUnavailable; then it may be called again with the same lines.
 */
export async function commitResults(
  deps: CommitDeps,
  batchId: string,
  lines: readonly EndedLine[],
): Promise<void> {
  const { db, journal, countLines } = deps;
  const records = lines.flatMap(toRecord);
  // Accounts are read between two batches of journal records. Charges are committed there too, so that each is counted exactly once.
  await journal.betweenBatches(async () => {
    const kept = await inUsageMonths(db, JsonArray.of(records), () =>
      db.transaction().execute((trx) => commit(deps, trx, batchId, lines)),
    );
    for (const { line, charge, outcome } of lines) {
      if (outcome.type === 'succeeded' && kept.has(line.line)) charge.charged();
      else charge.drop();
      if (outcome.type === 'retry') countLines('retried', 1);
      else if (kept.has(line.line)) countLines(outcome.type, 1);
    }
  });
}

/**
 * Releases claimed lines that did not run. In a batch that is being cancelled they will not run any more. The batch is not locked, because that may
 * take long: if it is cancelled at this moment, a periodic job finds its lines.
 */
export async function releaseUnrun(
  { db, clock }: Pick<CommitDeps, 'db' | 'clock'>,
  batchId: string,
  lines: readonly Pick<HeldLine, 'line' | 'claimId'>[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const given = lines.map(({ line, claimId }) => ({ line, claimId, dueAtMs: undefined, counts: false }));
    await releaseLines(trx, batchId, given);
    const batch = await findAnyBatch(trx, batchId);
    if (batch?.status === 'canceling') await enqueueFinish(trx, batch, clock.nowMs());
  });
}

/** Returns the lines whose results are in the database. */
async function commit(
  { clock, seals, runId }: CommitDeps,
  trx: Kysely<Tables>,
  batchId: string,
  given: readonly EndedLine[],
): Promise<ReadonlySet<number>> {
  const lines = await heldUpElsewhere(trx, { runId, nowMs: clock.nowMs() }, given);
  const seal = await seals.of(lines[0]!.line.batch.row);
  const results = lines.flatMap((run) => toResult(seal, batchId, run));
  const { written, known } = await keepResults(trx, batchId, results);
  const held = await releaseLines(trx, batchId, lines.flatMap(toRelease));
  const charged = lines.filter(({ line, outcome }) => outcome.type === 'succeeded' && written.has(line.line));
  const errored = lines.filter(({ line, outcome }) => outcome.type === 'errored' && written.has(line.line));
  if (charged.length > 0) await chargeUsageWithin(trx, JsonArray.of(charged.flatMap(toRecord)));
  if (errored.length > 0) await insertCallRecords(trx, JsonArray.of(errored.flatMap(toRecord)), runId);
  if (written.size > 0 || held.length > 0) {
    // Last, because this locks the batch, and other commits of its results wait until the transaction ends.
    const batch = await countResults(trx, batchId, countersOf(charged, written.size - charged.length));
    await conclude(trx, batch, holdOf(lines, held), clock.nowMs());
  }
  return new Set([...written, ...known]);
}

/** Follow-up of counted results and of lines that wait again. */
async function conclude(
  trx: Kysely<Tables>,
  batch: BatchRow,
  { linesWait, untilMs }: Hold,
  nowMs: number,
): Promise<void> {
  const { id, status } = batch;
  const ending = endingOf(batch);
  if (ending && batch.ending === null && batch.ended_at === null) await updateBatch(trx, id, { ending });
  if (untilMs !== undefined && status === 'in_progress') await updateBatch(trx, id, { resumes_at: untilMs });
  // Lines that wait again in a batch that is being cancelled are not run again.
  if (ending || (status === 'canceling' && linesWait)) await enqueueFinish(trx, batch, nowMs);
}

/** Credits that lines on other nodes hold are released when they end: until then a line without credits is retried. */
async function heldUpElsewhere(
  trx: Kysely<Tables>,
  { runId, nowMs }: { readonly runId: string; readonly nowMs: number },
  lines: readonly EndedLine[],
): Promise<readonly EndedLine[]> {
  const lacks = ({ outcome }: EndedLine): boolean => outcome.type === 'errored' && outcome.lacksCredits;
  const refused = lines.find(lacks);
  if (!refused) return lines;
  const { organization_id: organizationId } = refused.line.batch.row;
  if (!(await runElsewhere(trx, organizationId, runId))) return lines;
  const again = {
    type: 'retry',
    dueAtMs: nowMs + HELD_UP_PAUSE_MS,
    isBusy: false,
    counts: false,
    holdsBatch: false,
  } as const;
  return lines.map((line) => (lacks(line) ? { ...line, outcome: again } : line));
}

function toResult(
  seal: LineSeal,
  batchId: string,
  { line: { line, claimId }, outcome, statusCode, requestId, response }: EndedLine,
): LineResult[] {
  if (outcome.type === 'retry') return [];
  const errorCode = outcome.type === 'errored' ? outcome.code : null;
  const sealed = seal.seal(response, batchId, line, 'result');
  return [{ line, claimId, state: outcome.type, statusCode, errorCode, requestId, sealed }];
}

/** Nothing of a line that runs again. */
const toRecord = ({ record }: EndedLine): string[] => (record === undefined ? [] : [record]);

function toRelease({ line: { line, claimId }, outcome }: EndedLine) {
  return outcome.type === 'retry'
    ? [{ line, claimId, dueAtMs: outcome.dueAtMs, counts: outcome.counts }]
    : [];
}

function countersOf(charged: readonly EndedLine[], errored: number) {
  const sum = (counter: keyof LineCounters): number =>
    charged.reduce((total, { counters }) => total + counters[counter], 0);
  return {
    succeeded: charged.length,
    errored,
    input_tokens: sum('input_tokens'),
    cached_input_tokens: sum('cached_input_tokens'),
    output_tokens: sum('output_tokens'),
    reasoning_tokens: sum('reasoning_tokens'),
    cost_nanos: sum('cost_nanos'),
    plan_milli: sum('plan_milli'),
    direct_nanos: sum('direct_nanos'),
  };
}

interface Hold {
  readonly linesWait: boolean;
  /** No line of the batch is started before: until then nothing can pay for it. */
  readonly untilMs: number | undefined;
}

function holdOf(lines: readonly EndedLine[], held: readonly number[]): Hold {
  const until = lines.flatMap(({ line, outcome }) =>
    outcome.type === 'retry' && outcome.holdsBatch && held.includes(line.line) ? [outcome.dueAtMs] : [],
  );
  return { linesWait: held.length > 0, untilMs: until.length === 0 ? undefined : Math.max(...until) };
}
