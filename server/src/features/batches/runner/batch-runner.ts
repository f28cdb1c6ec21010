import { setTimeout as delay } from 'node:timers/promises';
import type { LimitValues } from '@svc/contract';
import { toCredential } from '#exchange';
import type { PeriodicJob } from '#jobs';
import { describeError, type Log } from '#kit';
import type { CommitSignals } from '#store';
import { LINES_READY } from '../batch-transitions.ts';
import type { FindCaller, LineCalls, LineOutcome, LineResponse } from './call-model.ts';
import type { CommitDeps } from './commit-results.ts';
import { CreditHolders } from './credit-holders.ts';
import { decideOutcome, type Outcome } from './decide-outcome.ts';
import { failedCall } from './failed-call.ts';
import { LineClaims } from './line-claims.ts';
import { toEndedLine } from './ended-line.ts';
import { fairest, type LocalLine, type OpenBatch } from './open-batch.ts';
import { Pace } from './pace.ts';
import { ResultQueue } from './result-queue.ts';

const EVERY_MS = 1000;
const NO_BODY = Buffer.alloc(0);
/** Nothing is started while more results than this wait for the database. */
const MAX_RESULTS = 1000;
/** Delay before the next try when there is no slot, or the service is unavailable. */
const SLOT_PAUSE_MS = 100;
const UNAVAILABLE_PAUSE_MS = 500;
/** Time for running lines when the service stops. */
const GRACE_MS = 5000;
/** A line during which this many processes died is not run again. */
const MAX_LOST_CLAIMS = 20;

export interface RunnerDeps extends CommitDeps {
  readonly calls: LineCalls;
  readonly findCaller: FindCaller;
  readonly commits: CommitSignals;
  readonly limits: () => LimitValues;
  readonly log: Log;
  readonly nodeId: string;
  readonly runId: string;
}

/** A running line. */
interface Run {
  readonly line: LocalLine;
  readonly canceling: AbortController;
}

/** Runs lines of batches on this node, together with other nodes and with lower priority than live calls. */
export class BatchRunner {
  readonly job: PeriodicJob = { name: 'batches.run', everyMs: EVERY_MS, run: () => this.#look() };
  readonly #deps: RunnerDeps;
  readonly #claims: LineClaims;
  readonly #results: ResultQueue;
  readonly #holders = new CreditHolders();
  readonly #pace: Pace;
  readonly #running = new Set<Run>();
  readonly #stopListening: () => void;
  #pause: NodeJS.Timeout | undefined;
  #startedSinceYield = 0;
  /** The service cannot run any line: nothing is started during the pause. */
  #isUnavailable = false;
  #refilling: Promise<void> | undefined;
  #yields = 0;
  /** Batches were started or cancelled on this node, but it is not known yet which: until then nothing is started. */
  #pendingScans = 0;
  #stopped = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#claims = new LineClaims(deps);
    this.#results = new ResultQueue(deps, () => this.#proceed());
    this.#pace = new Pace(() => deps.calls.liveCalls);
    this.#stopListening = deps.commits.listen(LINES_READY, () => void this.#scanBatches());
  }

  /** Lines that are running on this node. */
  get runningLines(): number {
    return this.#running.size;
  }

  /** Starts no more lines. Running lines get a moment, then other nodes run them; resolves when none is running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#pause);
    for (let waitedMs = 0; this.runningLines > 0 && waitedMs < GRACE_MS; waitedMs += 20) await delay(20);
    while (this.runningLines > 0) {
      for (const { canceling } of this.#running) canceling.abort();
      await delay(1);
    }
    await this.#refilling;
    await this.#results.close();
    await this.#claims.release([...this.#claims.batches()]).catch(() => undefined);
  }

  async #scanBatches(): Promise<void> {
    this.#pendingScans++;
    try {
      await this.#claims.findBatches();
    } catch (error) {
      this.#deps.log.warn({ error: describeError(error) }, 'looking for batches failed; will retry');
    }
    this.#pendingScans--;
    this.#proceed();
    // A failure is retried with the next run.
    await this.#releaseIdle().catch(() => undefined);
  }

  async #look(): Promise<void> {
    if (this.#stopped) return;
    const held = [...this.#running, ...this.#results.lines()].map(({ line }) => line);
    await this.#claims.look(held);
    for (const { line, canceling } of this.#running) if (line.isLost) canceling.abort();
    this.#proceed();
    await this.#releaseIdle();
  }

  /** Lines whose model has no slot here may get one on another node; those of a batch that may not start lines wait, or are not run. */
  async #releaseIdle(): Promise<void> {
    const isIdle = (batch: OpenBatch): boolean => !batch.mayRun || !this.#hasSlot(batch);
    await this.#claims.release([...this.#claims.batches()].filter(isIdle));
  }

  /** Starts lines that may run, and claims more if there is capacity. */
  #proceed(): void {
    if (this.#stopped || this.#isUnavailable || this.#pendingScans > 0) return;
    this.#start();
    this.#refilling ??= this.#claims
      .refill(this.#pace.claimedLines, (batch) => this.#mayStart(batch))
      .catch((error: unknown) =>
        this.#deps.log.warn({ error: describeError(error) }, 'claiming lines of batches failed; will retry'),
      )
      .then(() => {
        this.#refilling = undefined;
        if (!this.#stopped && !this.#isUnavailable && this.#pendingScans === 0) this.#start();
      });
  }

  /** Starts some lines in this turn of the event loop, and more in the next ones. */
  #start(): void {
    while (this.runningLines < this.#pace.lines && this.#results.length < MAX_RESULTS) {
      if (this.#startedSinceYield >= this.#pace.startsPerYield) return;
      const batches = [...this.#claims.batches()];
      const ready = batches.filter((batch) => batch.queue.length > 0 && this.#mayStart(batch));
      const batch = fairest(ready, batches, ({ running }) => running);
      if (!batch) return;
      this.#countStart();
      batch.servedAt = ++this.#yields;
      const line = batch.queue.shift()!;
      this.#holders.started(line);
      batch.running++;
      const run: Run = { line, canceling: new AbortController() };
      this.#running.add(run);
      void this.#run(run);
    }
  }

  #countStart(): void {
    if (this.#startedSinceYield++ > 0) return;
    setImmediate(() => {
      this.#startedSinceYield = 0;
      this.#proceed();
    });
  }

  #mayStart(batch: OpenBatch): boolean {
    return batch.mayRun && !this.#holders.isHeldUp(batch) && !batch.isSlowedDown && this.#hasSlot(batch);
  }

  #hasSlot(batch: OpenBatch): boolean {
    if (batch.blockedModel === undefined) return true;
    if (!this.#deps.calls.hasSlot(batch.blockedModel)) return false;
    batch.blockedModel = undefined;
    return true;
  }

  async #run(run: Run): Promise<void> {
    const { line } = run;
    const { batch } = line;
    const { log, clock } = this.#deps;
    let outcome: LineOutcome | undefined;
    try {
      outcome = await this.#call(run);
      this.#ended(line, outcome);
    } catch (error) {
      log.error({ error: describeError(error), batch: batch.row.id }, 'running a line of a batch failed');
      if (outcome?.type === 'responded') outcome.charge.drop();
      // As an attempt that failed: without an outcome the line would be claimed and run again without end.
      this.#responded(line, failedCall(line, clock.nowMs()));
    }
    this.#running.delete(run);
    batch.running--;
    this.#pace.lineEnded(this.runningLines + 1, this.#results.length);
    this.#proceed();
  }

  async #call({ line, canceling: { signal } }: Run): Promise<LineOutcome> {
    const { row, caller } = line.batch;
    const { organization, restrictions } = caller!;
    const { key_id: keyId, user_id: userId, workspace_id: workspaceId } = row;
    return this.#deps.calls.call({
      endpoint: line.endpoint,
      caller: toCredential(organization, { keyId, userId, workspaceId, restrictions }),
      betas: row.betas,
      version: row.version ?? undefined,
      body: isExhausted(line) ? undefined : await this.#decrypt(line),
      signal,
    });
  }

  async #decrypt({ batch: { row }, line, body }: LocalLine): Promise<Buffer | undefined> {
    const { seals, log } = this.#deps;
    try {
      const seal = await seals.of(row);
      return await seal.openBytes(body, row.id, line, 'body');
    } catch (error) {
      log.error({ error: describeError(error), batch: row.id, line }, 'line of a batch cannot be decrypted');
      return undefined;
    }
  }

  #ended(line: LocalLine, outcome: LineOutcome): void {
    const { batch } = line;
    if (outcome.type === 'responded') return this.#responded(line, outcome);
    this.#holders.ended(line);
    if (outcome.type === 'canceled') {
      this.#deps.countLines('preempted', 1);
      if (!line.isLost) batch.queue.unshift(line);
      return;
    }
    batch.queue.unshift(line);
    if (outcome.modelId === undefined) this.#isUnavailable = true;
    else batch.blockedModel = outcome.modelId;
    this.#proceedLater(this.#isUnavailable ? UNAVAILABLE_PAUSE_MS : SLOT_PAUSE_MS);
  }

  #proceedLater(pauseMs: number): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#isUnavailable = false;
      this.#proceed();
    }, pauseMs);
  }

  #responded(line: LocalLine, response: LineResponse): void {
    const { batch } = line;
    const outcome = this.#outcomeOf(line, response);
    if (outcome.type === 'held_up') {
      this.#holders.holdUp(line);
      batch.slowDown();
      return void batch.queue.unshift(line);
    }
    if (outcome.type === 'retry' && outcome.isBusy) batch.slowDown();
    else if (outcome.type === 'succeeded') batch.speedUp();
    if (outcome.type !== 'succeeded') response.charge.drop();
    this.#holders.ended(line);
    line.body = NO_BODY;
    this.#results.add(toEndedLine(line, response, outcome));
  }

  #outcomeOf(line: LocalLine, response: LineResponse): Outcome {
    const { clock, limits } = this.#deps;
    const { status, headers, isComplete, refusal, errorCode } = response;
    const retryAfter = headers[headers.indexOf('retry-after') + 1];
    const reply = {
      status: isComplete ? (refusal?.status ?? status) : 500,
      error: { code: errorCode, ...refusal?.options.extra },
      retryAfterSeconds: headers.includes('retry-after') ? Number(retryAfter) : undefined,
    };
    return decideOutcome(reply, {
      attempts: isExhausted(line) ? Infinity : line.attempts,
      mostAttempts: limits().batch_line_attempts,
      nowMs: clock.nowMs(),
      expiresAtMs: line.batch.row.expires_at,
      mayBeHeldUp: this.#holders.mayHoldUp(line),
    });
  }
}

/** Too many processes died while they ran it. */
function isExhausted({ lost_claims: lost }: LocalLine): boolean {
  return lost > MAX_LOST_CLAIMS;
}
