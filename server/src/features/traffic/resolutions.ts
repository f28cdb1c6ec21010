import type { TrafficQuery } from '@svc/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit';

/** How wide the points of traffic are, and how long those are kept. */
export interface Resolution {
  readonly pointMs: number;
  readonly keptMs: number;
}

/**
 * Finest first. One for each span, so that none has more than 120 points and none is added up from many rows. Finer ones than a span needs are
 * kept for whoever looks at an incident later.
 */
export const RESOLUTIONS: readonly Resolution[] = [
  { pointMs: MINUTE_MS, keptMs: 12 * HOUR_MS },
  { pointMs: 5 * MINUTE_MS, keptMs: 2 * DAY_MS },
  { pointMs: 15 * MINUTE_MS, keptMs: 8 * DAY_MS },
  { pointMs: 2 * HOUR_MS, keptMs: 32 * DAY_MS },
  { pointMs: 6 * HOUR_MS, keptMs: 92 * DAY_MS },
  { pointMs: DAY_MS, keptMs: 92 * DAY_MS },
];
const COARSEST = RESOLUTIONS.at(-1)!;
const MAX_POINTS = 120;

const SPANS_MS: Readonly<Record<TrafficQuery['span'], number>> = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
};

/** What an answer covers, in whole points: from the first moment to before the last, milliseconds since 1970. */
export interface Span {
  readonly pointMs: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The finest points that are still kept and of which there are few enough. */
export function spanOf(span: TrafficQuery['span'], endingMs: number, nowMs: number): Span {
  const spanMs = SPANS_MS[span];
  const { pointMs } =
    RESOLUTIONS.find(
      (one) => spanMs / one.pointMs <= MAX_POINTS && endingMs - spanMs >= nowMs - one.keptMs,
    ) ?? COARSEST;
  const endMs = Math.ceil(endingMs / pointMs) * pointMs;
  return { pointMs, startMs: Math.floor((endMs - spanMs) / pointMs) * pointMs, endMs };
}
