interface LineError {
  readonly code?: string | undefined;
  /** Of a refusal for lack of money: which, and when it resets. */
  readonly limit?: string | undefined;
  readonly resets_at?: string | null | undefined;
}

/** The response to a line. */
export interface LineResponse {
  readonly status: number;
  /** What the body says of a refusal or failure. */
  readonly error: LineError;
  readonly retryAfterSeconds: number | undefined;
}

export interface OutcomeRules {
  /** Earlier attempts that got 429, 5xx or a timeout. */
  readonly attempts: number;
  readonly mostAttempts: number;
  readonly nowMs: number;
  /** End of the batch's window. */
  readonly expiresAtMs: number;
  /** Holds of other lines of the organization may be the reason. */
  readonly mayBeHeldUp: boolean;
}

export type Outcome =
  | { readonly type: 'succeeded' }
  | { readonly type: 'errored'; readonly code: string | null; readonly lacksCredits: boolean }
  /** Holds of other lines are the reason. */
  | { readonly type: 'held_up' }
  /** `isBusy`: its engine is at capacity. `counts`: as an attempt. `holdsBatch`: no line of the batch can be paid before. */
  | {
      readonly type: 'retry';
      readonly dueAtMs: number;
      readonly isBusy: boolean;
      readonly counts: boolean;
      readonly holdsBatch: boolean;
    };

/** Between attempts: five seconds, then four times as long each time, up to more than five minutes. */
const FIRST_PAUSE_MS = 5000;
const LENGTHENING = 4;

/** Decides the outcome of a line (D-BATCH-7). */
export function decideOutcome(response: LineResponse, rules: OutcomeRules): Outcome {
  const { status } = response;
  if (status === 200) return { type: 'succeeded' };
  const { code = null, limit, resets_at: resetsAt } = response.error;
  const resetsAtMs = Date.parse(resetsAt ?? '');
  const lacksCredits = status === 402 && (limit === 'spend_limit' || limit === 'no_credits');
  if (lacksCredits && rules.mayBeHeldUp) return { type: 'held_up' };
  if (status === 402 && resetsAtMs < rules.expiresAtMs)
    return { type: 'retry', dueAtMs: resetsAtMs, isBusy: false, counts: false, holdsBatch: true };
  if (!isTransient(status) || rules.attempts + 1 >= rules.mostAttempts)
    return { type: 'errored', code, lacksCredits };
  const pauseMs = Math.max(
    FIRST_PAUSE_MS * LENGTHENING ** rules.attempts,
    (response.retryAfterSeconds ?? 0) * 1000,
  );
  const isBusy = status === 429 || status === 503;
  return { type: 'retry', dueAtMs: rules.nowMs + pauseMs, isBusy, counts: true, holdsBatch: false };
}

function isTransient(status: number): boolean {
  return status === 429 || status === 408 || status >= 500;
}
