import { ApiError } from '@svc/contract';
import type { ErrorRendering, Exchange, InferenceCall, RunSummary, Step } from '#exchange';
import { toCallRecord } from '#features/request-records';
import type { UsageRecord } from '#store';
import type { CallResponse, InternalCallOutcome, NotRun } from './internal/call-outcome.ts';
import { InternalExchange, type InternalCall } from './internal/internal-exchange.ts';
import type { MeterDeps } from './steps/generate.ts';
import { NoSlot } from './steps/limits/admit-in-background.ts';

export interface InternalCallDeps extends MeterDeps {
  readonly errors: ErrorRendering;
  /** Called once per call that the service records. Without a summary no engine was asked. */
  readonly finished: (exchange: Exchange, summary: RunSummary | undefined) => void;
}

/** One kind of internal calls. */
export interface CallPath<Call extends InferenceCall | undefined> {
  readonly steps: Step<InternalExchange<Call>>;
  /**
   * Who records and charges the usage: the service, at the end of the call and like that of any other; or the owner of
   * the call, in the transaction that stores its result.
   */
  readonly recordedBy: 'service' | 'owner';
  readonly serviceTier: 'standard' | 'batch';
  /**
   * Whether a refusal says only that the service cannot call models now. Then the call was not run: nothing is written,
   * and its owner makes it again. Absent: every refusal is a response.
   */
  readonly isOutage?: (cause: unknown) => boolean;
}

/** What becomes known while a call runs. */
interface Findings {
  notRun?: NotRun | undefined;
  usage?: UsageRecord;
  summary?: RunSummary;
  /** A step threw: no run will report the end of the call. */
  isRefused?: true;
  refusal?: ApiError;
}

/**
 * Model calls of the service's own, without a connection: lines of batches, prompt tools. A call runs the steps of its path and
 * resolves with an outcome; it never rejects. All that it leaves behind is in the outcome, so that nobody keeps books of running
 * calls.
 */
export function internalCall<Call extends InferenceCall | undefined>(
  deps: InternalCallDeps,
  path: CallPath<Call>,
): (call: InternalCall<Call>) => Promise<InternalCallOutcome> {
  const isOwned = path.recordedBy === 'owner';
  return async (call) => {
    const found: Findings = {};
    const { promise: reported, resolve } = Promise.withResolvers<void>();
    const meter = meterOf(deps, isOwned, found, resolve);
    const exchange = new InternalExchange(call, meter, path.serviceTier);
    const isCanceled = await run(deps, path, exchange, found, call.signal);
    if (found.notRun) return found.notRun;
    // An owner makes a canceled call again: it is over, whatever a step still waits for.
    if (isOwned && isCanceled) exchange.charge.drop();
    else if (exchange.metered && !found.isRefused) await reported;
    else if (!isOwned) deps.finished(exchange, undefined);
    if (isCanceled) return { type: 'canceled', usage: isOwned ? undefined : found.usage };
    return toResponse(exchange, found, isOwned);
  };
}

function meterOf(
  { tokenCounter, journal, finished }: InternalCallDeps,
  isOwned: boolean,
  found: Findings,
  reported: () => void,
): MeterDeps {
  return {
    tokenCounter,
    journal: {
      append: (record, written) => {
        const note: typeof written = (error, offset) => {
          if (!error) found.usage = record;
          written(error, offset);
        };
        if (isOwned) note(undefined, 0);
        else journal.append(record, note);
      },
    },
    finished: (exchange, summary) => {
      found.summary = summary;
      if (!isOwned) finished(exchange, summary);
      reported();
    },
  };
}

/** Resolves when the response has ended: true if the call was canceled instead. */
async function run<Call extends InferenceCall | undefined>(
  { errors }: InternalCallDeps,
  { steps, isOutage }: CallPath<Call>,
  exchange: InternalExchange<Call>,
  found: Findings,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  exchange.onClose(() => resolve(exchange.disconnected));
  const leave = (): void => exchange.leave();
  if (signal.aborted) leave();
  else {
    signal.addEventListener('abort', leave, { once: true });
    (async () => steps(exchange))().catch((cause: unknown) => {
      found.notRun = toNotRun(cause, isOutage);
      // What listens for its end forgets it.
      if (found.notRun) return leave();
      found.isRefused = true;
      if (cause instanceof ApiError) found.refusal = cause;
      errors.send(exchange, cause);
    });
  }
  const isCanceled = await over;
  signal.removeEventListener('abort', leave);
  return isCanceled;
}

function toNotRun(cause: unknown, isOutage: CallPath<undefined>['isOutage']): NotRun | undefined {
  if (cause instanceof NoSlot) return { type: 'not_run', modelId: cause.modelId };
  return isOutage?.(cause) ? { type: 'not_run', modelId: undefined } : undefined;
}

function toResponse(
  exchange: InternalExchange,
  { usage, summary, refusal }: Findings,
  isOwned: boolean,
): CallResponse {
  const { requestId, sink, errorCode, admission, charge } = exchange;
  const { status = 500, headers, text, broken } = sink;
  const isComplete = !broken && (status !== 200 || usage?.outcome === 'completed');
  const failed = !isComplete || status !== 200;
  return {
    type: 'responded',
    requestId,
    status,
    headers,
    text,
    isComplete,
    refusal,
    errorCode,
    model: admission?.model.config,
    usage,
    failure: isOwned && failed ? toCallRecord(exchange, summary) : undefined,
    charge,
  };
}
