import type { CodePoint } from '#exchange';

/** What is remembered of a series: the newest points that were counted, by their end, and the last value of a cumulative one. */
export interface SeriesState {
  readonly counted: readonly Span[];
  readonly value: number;
}

type Span = readonly [startUs: number, endUs: number];

/** A collector between client and service may repeat a request when others have come since; half an hour of a client that sends every minute. */
const REMEMBERED_POINTS = 32;

const NOTHING: SeriesState = { counted: [], value: 0 };

/** By how much a point raises its counter, and what is remembered of its series then. Undefined: it was counted before (CODE-05). */
export function countPoint(
  point: CodePoint,
  state: SeriesState | undefined,
  forgottenBeforeUs: number,
): { readonly count: number; readonly state: SeriesState } | undefined {
  return point.isCumulative
    ? countCumulative(point, state, forgottenBeforeUs)
    : countDelta(point, state ?? NOTHING);
}

function countDelta({ startUs, endUs, value }: CodePoint, { counted }: SeriesState) {
  if (counted.some(([start, end]) => start === startUs && end === endUs)) return undefined;
  // Too old to know: rather too little than twice.
  const [oldest] = counted;
  if (oldest && counted.length === REMEMBERED_POINTS && endUs < oldest[1]) return undefined;
  const all: Span[] = [...counted, [startUs, endUs]];
  const remembered = all.toSorted((a, b) => a[1] - b[1]).slice(-REMEMBERED_POINTS);
  return { count: value, state: { counted: remembered, value: 0 } };
}

/**
 * A series that starts over has another start, and is another series. Where a client does not tell the start, a value that has fallen says
 * the same. A series from before what is remembered may have been counted already: only what it adds from now on counts.
 */
function countCumulative(
  { startUs, endUs, value }: CodePoint,
  state: SeriesState | undefined,
  forgottenBeforeUs: number,
) {
  const [last] = state?.counted ?? [];
  if (last && endUs <= last[1]) return undefined;
  const mayHaveBeenCounted = !state && startUs !== 0 && startUs < forgottenBeforeUs;
  const before = mayHaveBeenCounted ? value : (state?.value ?? 0);
  const count = value >= before ? value - before : value;
  return { count, state: { counted: [[startUs, endUs]] as Span[], value } };
}
