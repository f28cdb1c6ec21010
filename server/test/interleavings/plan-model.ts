const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
const SESSION_MS = 5 * 3600 * SECOND_MS;

export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Session extends Stretch {
  milli: number;
}

function dayOfMonth(year: number, month: number, day: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay));
}

/** LIMIT-20, D-83: searches the surrounding months. */
export function monthAround(subscribedAtMs: number, nowMs: number): Stretch {
  const day = new Date(subscribedAtMs).getUTCDate();
  const year = new Date(nowMs).getUTCFullYear();
  const starts = Array.from({ length: 36 }, (_, month) => dayOfMonth(year - 1, month, day));
  const after = starts.findIndex((startMs) => startMs > nowMs);
  return { startMs: starts[after - 1]!, endMs: starts[after]! };
}

/** LIMIT-21, D-82: walks back to a Monday. */
export function weekAround(nowMs: number): Stretch {
  let startMs = nowMs - (nowMs % DAY_MS);
  while (new Date(startMs).getUTCDay() !== 1) startMs -= DAY_MS;
  return { startMs, endMs: startMs + 7 * DAY_MS };
}

/** LIMIT-32, D-87. */
export function calendarMonth(nowMs: number): Stretch {
  const now = new Date(nowMs);
  return {
    startMs: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1),
    endMs: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1),
  };
}

/** LIMIT-22, D-81: sessions in the order of their first recorded use. They never overlap. */
export class Sessions {
  readonly all: Session[] = [];

  /**
   * The session of a request admitted then: around it, or begun by a request that was admitted later and
   * recorded earlier.
   */
  at(nowMs: number): Session | undefined {
    const { startMs, endMs } = sessionFrom(nowMs);
    return (
      this.all.find((session) => session.startMs <= startMs && startMs < session.endMs) ??
      this.all.find((session) => session.startMs > startMs && session.startMs < endMs)
    );
  }

  record(admittedAtMs: number, milli: number): void {
    const known = this.at(admittedAtMs);
    if (known) known.milli += milli;
    else this.all.push({ ...sessionFrom(admittedAtMs), milli });
  }
}

/** Windows begin on whole seconds. */
export function sessionFrom(nowMs: number): Stretch {
  const startMs = nowMs - (nowMs % SECOND_MS);
  return { startMs, endMs: startMs + SESSION_MS };
}
