import type { Limits } from '#config';
import type { Period } from '#features/spend-limits';
import { billingMonth, week } from './plan-calendar.ts';

export const ALL_WINDOWS = ['monthly', 'weekly', 'session'] as const;

export type WindowKind = (typeof ALL_WINDOWS)[number];

export interface WindowUse extends Period {
  readonly kind: WindowKind;
  usedMilli: number;
}

/** The windows a request takes its allowance from. */
export interface WindowTriple {
  readonly monthly: Period;
  readonly weekly: Period;
  readonly session: Period;
  /** Their starts and ends, as usage records store them. */
  readonly seconds: readonly number[];
}

export interface FullWindow {
  readonly kind: WindowKind;
  readonly endS: number;
}

/** How much of a window is used. */
export interface WindowStanding extends FullWindow {
  readonly usedMilli: number;
  readonly limitTokens: number;
  /** False: a session that the next request would open. */
  readonly isOpen: boolean;
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

/** An organization's use of its plan windows (inference contract §8, D-81 to D-83). */
export class PlanWindows {
  /**
   * The most that running requests can take. It does not fill a window: only recorded use counts (LIMIT-29).
   */
  heldMilli = 0;
  #uses: WindowUse[] = [];
  /** The last computed month and week with their inputs: most requests fall into them. */
  #calendar: Calendar | undefined;
  /** The last result of `enter`, which is the same for all requests of a session. */
  #last: WindowTriple | undefined;

  /** The windows without room at `nowMs`. */
  full(allowance: Allowance, nowMs: number): FullWindow[] {
    return this.standing(allowance, nowMs).filter(isFull);
  }

  /** Whether the window that reopens last is full: then further use does not change what a refusal names (LIMIT-27). */
  isLastFull(allowance: Allowance, nowMs: number): boolean {
    return isFull(lastToReopen(this.standing(allowance, nowMs)));
  }

  /** What the fullest of these windows leaves. */
  leftMilli(allowance: Allowance, nowMs: number, kinds: readonly WindowKind[]): number {
    let left = Infinity;
    for (const kind of kinds)
      left = Math.min(
        left,
        limitOf(kind, allowance) * MILLI - this.#used(kind, this.#window(kind, allowance, nowMs)),
      );
    return left;
  }

  /** The use of month, week and session at `nowMs`. */
  standing(allowance: Allowance, nowMs: number): WindowStanding[] {
    return ALL_WINDOWS.map((kind) => {
      const window = this.#window(kind, allowance, nowMs);
      return {
        kind,
        endS: window.endS,
        usedMilli: this.#used(kind, window),
        limitTokens: limitOf(kind, allowance),
        isOpen: kind !== 'session' || this.openSession(allowance, nowMs) !== undefined,
      };
    });
  }

  /**
   * The session of a request admitted at `nowMs`. A session that begins slightly later counts as open too:
   * the clock that opened it was ahead of ours, or a request that was admitted later but ended sooner opened
   * it.
   */
  openSession(allowance: Allowance, nowMs: number): Period | undefined {
    const { startS, endS } = newSession(allowance, nowMs);
    return this.#firstSession(startS, startS + 1) ?? this.#firstSession(startS, endS);
  }

  /**
   * The windows of a request admitted at `nowMs`, in `session` if one was open then. Opens a session if none
   * is open, so that requests that end together share it.
   */
  enter(allowance: Allowance, nowMs: number, session = this.openSession(allowance, nowMs)): WindowTriple {
    if (!session) {
      session = newSession(allowance, nowMs);
      this.#take('session', session, 0);
    }
    const { month, thisWeek } = this.#around(allowance, nowMs);
    const last = this.#last;
    if (last?.monthly === month && last.weekly === thisWeek && last.session.startS === session.startS)
      return last;
    return (this.#last = {
      monthly: month,
      weekly: thisWeek,
      session,
      seconds: secondsOf(month, thisWeek, session),
    });
  }

  take({ monthly, weekly, session }: WindowTriple, milli: number): void {
    this.#take('monthly', monthly, milli);
    this.#take('weekly', weekly, milli);
    this.#take('session', session, milli);
  }

  /** Replaces the known use with the database's. */
  reset(uses: readonly WindowUse[]): void {
    this.#uses = uses.map((use) => ({ ...use }));
  }

  #take(kind: WindowKind, { startS, endS }: Period, milli: number): void {
    const known = this.#uses.find((use) => use.kind === kind && use.startS === startS);
    if (known) known.usedMilli += milli;
    else this.#uses.push({ kind, startS, endS, usedMilli: milli });
  }

  /** The window of this kind around `nowMs`: for the session one that the next request would open, if none is. */
  #window(kind: WindowKind, allowance: Allowance, nowMs: number): Period {
    if (kind === 'session') return this.openSession(allowance, nowMs) ?? newSession(allowance, nowMs);
    const { month, thisWeek } = this.#around(allowance, nowMs);
    return kind === 'monthly' ? month : thisWeek;
  }

  #around(allowance: Allowance, nowMs: number): Calendar {
    const known = this.#calendar;
    if (
      known &&
      isSameAllowance(known.allowance, allowance) &&
      covers(known.month, nowMs) &&
      covers(known.thisWeek, nowMs)
    )
      return known;
    const month = billingMonth(allowance.subscribedAtMs, nowMs);
    const thisWeek = week(nowMs, allowance.limits.weekly_window_starts_on_weekday);
    return (this.#calendar = { allowance, month, thisWeek });
  }

  #firstSession(startS: number, endS: number): WindowUse | undefined {
    let first: WindowUse | undefined;
    for (const use of this.#uses) {
      if (use.kind === 'session' && overlap(use, startS, endS) && !(first && first.startS < use.startS))
        first = use;
    }
    return first;
  }

  /**
   * Overlapping windows are the same window, opened by two nodes at once or before the subscription day
   * changed.
   */
  #used(kind: WindowKind, { startS, endS }: Period): number {
    let milli = 0;
    for (const use of this.#uses) if (use.kind === kind && overlap(use, startS, endS)) milli += use.usedMilli;
    return milli;
  }
}

/** Of windows that end together, the first. */
export function lastToReopen<W extends FullWindow>(windows: readonly W[]): W {
  return windows.reduce((last, window) => (window.endS > last.endS ? window : last));
}

function isFull({ usedMilli, limitTokens }: WindowStanding): boolean {
  return usedMilli >= limitTokens * MILLI;
}

function limitOf(kind: WindowKind, { monthlyTokens, limits }: Allowance): number {
  if (kind === 'monthly') return monthlyTokens;
  const share = kind === 'weekly' ? limits.weekly_window_share : limits.session_window_share;
  return Math.floor(share * monthlyTokens);
}

/** The session that a request admitted at `nowMs` opens. */
function newSession({ limits }: Allowance, nowMs: number): Period {
  const startS = Math.floor(nowMs / 1000);
  return { startS, endS: startS + limits.session_window_hours * 3600 };
}

function overlap(use: Period, startS: number, endS: number): boolean {
  return use.startS < endS && startS < use.endS;
}

export function isSameAllowance(one: Allowance, other: Allowance): boolean {
  return (
    one.subscribedAtMs === other.subscribedAtMs &&
    one.limits === other.limits &&
    one.monthlyTokens === other.monthlyTokens
  );
}

function covers({ startS, endS }: Period, ms: number): boolean {
  return startS * 1000 <= ms && ms < endS * 1000;
}

function secondsOf(...periods: readonly Period[]): number[] {
  return periods.flatMap(({ startS, endS }) => [startS, endS]);
}
