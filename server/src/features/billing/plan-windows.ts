import type { Limits } from '#config';
import { billingMonth, week, type Period } from './plan-calendar.ts';

export type WindowKind = 'monthly' | 'weekly' | 'session';

export interface WindowUse extends Period {
  readonly kind: WindowKind;
  usedMilli: number;
}

/** The windows a request takes its allowance from. */
export interface WindowTriple {
  readonly monthly: Period;
  readonly weekly: Period;
  readonly session: Period;
  /** Their starts and ends, as the usage record holds them. */
  readonly seconds: readonly number[];
}

export interface FullWindow {
  readonly kind: WindowKind;
  readonly endS: number;
}

export interface Allowance {
  readonly monthlyTokens: number;
  readonly subscribedAtMs: number;
  readonly limits: Limits;
}

interface Calendar {
  readonly allowance: Allowance;
  readonly month: Period;
  readonly thisWeek: Period;
}

const MILLI = 1000;

/** What an organization has used of its current plan windows (inference contract §8, D-81 to D-83). */
export class PlanWindows {
  readonly #uses = new Map<WindowKind, WindowUse>();
  /** The last month and week worked out, and from what: most requests are in them. */
  #calendar: Calendar | undefined;
  /** What `enter` last answered: the same for all requests of a session. */
  #last: WindowTriple | undefined;

  /** The windows that have no room at `nowMs`. */
  full(allowance: Allowance, nowMs: number): FullWindow[] {
    const { monthlyTokens, limits } = allowance;
    const session = this.#openSession(nowMs);
    const sessionEndS = session?.endS ?? Math.floor(nowMs / 1000) + limits.session_window_hours * 3600;
    const { month, thisWeek } = this.#around(allowance, nowMs);
    const full: FullWindow[] = [];
    const check = (kind: WindowKind, usedMilli: number, tokens: number, endS: number): void => {
      if (usedMilli >= tokens * MILLI) full.push({ kind, endS });
    };
    check('monthly', this.#used('monthly', month), monthlyTokens, month.endS);
    check('weekly', this.#used('weekly', thisWeek), Math.floor(limits.weekly_window_share * monthlyTokens), thisWeek.endS);
    check('session', session?.usedMilli ?? 0, Math.floor(limits.session_window_share * monthlyTokens), sessionEndS);
    return full;
  }

  /**
   * The windows of a request that is admitted at `nowMs`. Opens a session when none is open, so that requests that end
   * together share it.
   */
  enter(allowance: Allowance, nowMs: number): WindowTriple {
    let session = this.#openSession(nowMs);
    if (!session) {
      const startS = Math.floor(nowMs / 1000);
      session = { kind: 'session', startS, endS: startS + allowance.limits.session_window_hours * 3600, usedMilli: 0 };
      // One that opened later stays: the request was admitted before it and ends only now.
      if ((this.#uses.get('session')?.startS ?? 0) < startS) this.#uses.set('session', session);
    }
    const { month, thisWeek } = this.#around(allowance, nowMs);
    const last = this.#last;
    if (last?.monthly === month && last.weekly === thisWeek && last.session.startS === session.startS) return last;
    return (this.#last = { monthly: month, weekly: thisWeek, session, seconds: secondsOf(month, thisWeek, session) });
  }

  take({ monthly, weekly, session }: WindowTriple, milli: number): void {
    this.#take('monthly', monthly, milli);
    this.#take('weekly', weekly, milli);
    this.#take('session', session, milli);
  }

  /** What the database knows replaces what was known. */
  reset(uses: readonly WindowUse[]): void {
    this.#uses.clear();
    for (const use of uses) this.#take(use.kind, use, use.usedMilli);
  }

  #take(kind: WindowKind, { startS, endS }: Period, milli: number): void {
    const current = this.#uses.get(kind);
    // Sessions that overlap are the same one, opened by two nodes at once.
    if (current && startS < current.endS && current.startS < endS) current.usedMilli += milli;
    else if (!current || startS > current.startS) this.#uses.set(kind, { kind, startS, endS, usedMilli: milli });
  }

  #around(allowance: Allowance, nowMs: number): Calendar {
    const known = this.#calendar;
    if (known && isSame(known.allowance, allowance) && covers(known.month, nowMs) && covers(known.thisWeek, nowMs)) return known;
    const month = billingMonth(allowance.subscribedAtMs, nowMs);
    const thisWeek = week(nowMs, allowance.limits.weekly_window_starts_on_weekday);
    return (this.#calendar = { allowance, month, thisWeek });
  }

  #openSession(nowMs: number): WindowUse | undefined {
    const session = this.#uses.get('session');
    const nowS = Math.floor(nowMs / 1000);
    return session && session.startS <= nowS && nowS < session.endS ? session : undefined;
  }

  #used(kind: WindowKind, { startS, endS }: Period): number {
    const use = this.#uses.get(kind);
    return use && use.startS < endS && startS < use.endS ? use.usedMilli : 0;
  }
}

function isSame(one: Allowance, other: Allowance): boolean {
  return one.subscribedAtMs === other.subscribedAtMs && one.limits === other.limits;
}

function covers({ startS, endS }: Period, ms: number): boolean {
  return startS * 1000 <= ms && ms < endS * 1000;
}

function secondsOf(...periods: readonly Period[]): number[] {
  return periods.flatMap(({ startS, endS }) => [startS, endS]);
}
