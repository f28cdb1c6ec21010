import type { BillingSource } from '#exchange';
import { calendarMonth, monthAround, Sessions, sessionFrom, weekAround, type Stretch } from './plan-model.ts';

/** A running request as the model sees it. */
export interface ModelRequest {
  readonly runId: string;
  readonly node: string;
  readonly member: string;
  readonly workspace: string;
  readonly source: BillingSource;
  readonly heldNanos: number;
  readonly admittedAtMs: number;
  /** By the monotonic clock. */
  readonly admittedAt: number;
}

/** The usage of a finished request. */
export interface ModelUse extends ModelRequest {
  readonly milli: number;
  readonly nanos: number;
  /** When it was certainly in the database, by the monotonic clock. */
  arrivedAt: number;
}

export type Verdict =
  | { readonly paidBy: BillingSource }
  | { readonly limit: string; readonly resetsAt: string | null }
  /** 503: the node could not decide. */
  | 'unavailable';

export interface Question {
  readonly member: string;
  readonly workspace: string;
  readonly heldNanos: number;
  readonly nowMs: number;
}

/** A member of the group whose spend limit is tested. */
export const GROUP_MEMBER = 'user_1';

/**
 * One organization as the contract describes it (§8, D-80 to D-88): recomputes everything from its whole
 * history.
 */
export class OrganizationModel {
  readonly id: string;
  readonly subscribedAtMs: number;
  monthlyTokens = 100;
  creditsEnabled = true;
  grantedNanos = 0;
  /** By scope. */
  readonly spendLimits = new Map<string, number>();
  /** When the last change of a spend limit reached the database, by the monotonic clock. */
  limitsChangedAt = 0;
  readonly uses: ModelUse[] = [];
  readonly running = new Set<ModelRequest>();
  readonly sessions = new Sessions();
  /**
   * Two nodes recorded plan use without knowing of each other, so the database decides which session came
   * first. Until when that matters, or 0.
   */
  tangledUntilMs = 0;
  /**
   * Money that an expired lease of an unreachable node no longer covered, and that others may have been lent.
   */
  uncoveredNanos = 0;

  constructor(id: string, subscribedAtMs: number) {
    this.id = id;
    this.subscribedAtMs = subscribedAtMs;
  }

  get spentNanos(): number {
    return sum(this.uses, ({ nanos }) => nanos);
  }

  get heldNanos(): number {
    return sum(this.running, ({ heldNanos }) => heldNanos);
  }

  /** Overruns of other runs, which this one could not know. */
  overrunBeside(runId: string): number {
    return sum(this.uses, (use) => (use.runId === runId ? 0 : Math.max(0, use.nanos - use.heldNanos)));
  }

  /**
   * Whether a run that loaded this account has complete knowledge: its node's own records, and all that had
   * arrived.
   */
  isKnownTo({ id, node }: { readonly id: string; readonly node: string }, readAt: number): boolean {
    return (
      this.limitsChangedAt < readAt &&
      this.uses.every((use) => use.runId === id || use.node === node || use.arrivedAt < readAt)
    );
  }

  /** Of the holds against spend limits, and of the spend that no delivery brought to the database yet, counts only those that `counts` selects. */
  evaluate(question: Question, counts: (request: ModelRequest) => boolean): Verdict {
    const full = this.#fullWindows(question.nowMs);
    if (full.length === 0) return { paidBy: 'subscription' };
    if (!this.creditsEnabled) {
      const lastMs = Math.max(...full.map(({ endMs }) => endMs));
      return { limit: full.find(({ endMs }) => endMs === lastMs)!.limit, resetsAt: timestamp(lastMs) };
    }
    if (this.#spendLimitReached(question, counts)) {
      return { limit: 'spend_limit', resetsAt: timestamp(calendarMonth(question.nowMs).endMs) };
    }
    const covered = this.heldNanos + question.heldNanos <= this.grantedNanos - this.spentNanos;
    return covered ? { paidBy: 'api_credit' } : { limit: 'no_credits', resetsAt: null };
  }

  record(use: ModelUse): void {
    this.uses.push(use);
    if (use.source === 'subscription') this.sessions.record(use.admittedAtMs, use.milli);
  }

  tangle(nowMs: number): void {
    this.tangledUntilMs = Math.max(this.tangledUntilMs, sessionFrom(nowMs).endMs);
  }

  /** D-83: full when use reaches the size. */
  #fullWindows(nowMs: number): (Stretch & { readonly limit: string })[] {
    const usedIn = ({ startMs, endMs }: Stretch): number =>
      sum(this.uses, ({ admittedAtMs, milli }) =>
        admittedAtMs >= startMs && admittedAtMs < endMs ? milli : 0,
      );
    const month = monthAround(this.subscribedAtMs, nowMs);
    const week = weekAround(nowMs);
    const session = this.sessions.at(nowMs) ?? { ...sessionFrom(nowMs), milli: 0 };
    return [
      { limit: 'monthly', ...month, full: usedIn(month) >= this.monthlyTokens * 1000 },
      { limit: 'weekly', ...week, full: usedIn(week) >= Math.floor(this.monthlyTokens * 0.6) * 1000 },
      { limit: 'session', ...session, full: session.milli >= Math.floor(this.monthlyTokens * 0.25) * 1000 },
    ].filter(({ full }) => full);
  }

  /** D-87: recorded spend and holds reach the limit. */
  #spendLimitReached(
    { member, workspace, nowMs }: Question,
    counts: (request: ModelRequest) => boolean,
  ): boolean {
    const { startMs, endMs } = calendarMonth(nowMs);
    return scopesOf(member, workspace).some((scope) => {
      const limit = this.spendLimits.get(scope);
      if (limit === undefined) return false;
      const isInScope = (of: ModelRequest): boolean => scopesOf(of.member, of.workspace).includes(scope);
      const isCounted = (use: ModelUse): boolean => use.arrivedAt < Infinity || counts(use);
      const spent = sum(this.uses, (use) =>
        isInScope(use) && isCounted(use) && use.admittedAtMs >= startMs && use.admittedAtMs < endMs
          ? use.nanos
          : 0,
      );
      const held = sum(this.running, (request) =>
        isInScope(request) && counts(request) ? request.heldNanos : 0,
      );
      return spent + held >= limit;
    });
  }
}

function scopesOf(member: string, workspace: string): string[] {
  const scopes = ['organization', `member:${member}`, `workspace:${workspace}`];
  return member === GROUP_MEMBER ? [...scopes, 'group'] : scopes;
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function sum<T>(items: Iterable<T>, amount: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += amount(item);
  return total;
}
