import type { SummaryRow } from './summary.ts';

/** What one run says about one target. `value` is undefined when the run did not measure what it takes. */
export interface Verdict {
  readonly target: string;
  readonly value: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly met: boolean | undefined;
}

type Lookup = (scenario: string, contender: string) => SummaryRow | undefined;

interface Target {
  readonly target: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly value: (row: Lookup) => number | undefined;
}

const STREAM_SCENARIOS = ['streams-1000', 'streams-1000-slow', 'streams-5000'];

/** Ratios against references of the same run: absolute figures say more about the machine than about the service. */
const TARGETS: readonly Target[] = [
  {
    target: 'requests per second, svc / bare',
    atLeast: 0.7,
    value: (row) => divide(rate(row('json-c64', 'svc')), rate(row('json-c64', 'bare'))),
  },
  {
    target: 'requests per second, svc / portkey',
    atLeast: 7,
    value: (row) => divide(rate(row('json-c64', 'svc')), rate(row('json-c64', 'portkey'))),
  },
  {
    target: 'median added at 1,000 requests/s, svc / bare',
    atMost: 2,
    value: (row) => divide(addedMedianMs(row, 'svc'), addedMedianMs(row, 'bare')),
  },
  ...STREAM_SCENARIOS.flatMap(streamTargets),
  {
    target: 'messages-stream: lost streams and events',
    atMost: 0,
    value: (row) => lost(row('messages-stream', 'svc')),
  },
  {
    target: 'messages-stream: events per second, svc / bare',
    atLeast: 0.5,
    value: (row) =>
      divide(row('messages-stream', 'svc')?.streams?.eventsPerSecond, row('messages-stream', 'bare')?.streams?.eventsPerSecond),
  },
];

function streamTargets(scenario: string): Target[] {
  return [
    { target: `${scenario}: lost streams and events`, atMost: 0, value: (row) => lost(row(scenario, 'svc')) },
    {
      target: `${scenario}: first event p99, svc / bare`,
      atMost: 2,
      value: (row) => divide(row(scenario, 'svc')?.streams?.firstEventP99Ms, row(scenario, 'bare')?.streams?.firstEventP99Ms),
    },
    {
      target: `${scenario}: memory per stream, svc / bare`,
      atMost: 1.3,
      value: (row) => divide(row(scenario, 'svc')?.streams?.bytesPerStream, row(scenario, 'bare')?.streams?.bytesPerStream),
    },
  ];
}

/** Of the scenarios that are left out unless asked for. */
const OPTIONAL_TARGET = /^(streams-5000|messages-stream):/;

/** Optional targets whose scenario was not run are left out. */
export function judge(rows: readonly SummaryRow[]): Verdict[] {
  const row: Lookup = (scenario, contender) =>
    rows.find((candidate) => candidate.scenario === scenario && candidate.contender === contender);
  return TARGETS.map(({ value: measure, ...target }) => {
    const value = measure(row);
    return { ...target, value, met: isMet(value, target) };
  }).filter(({ value, target }) => value !== undefined || !OPTIONAL_TARGET.test(target));
}

function isMet(
  value: number | undefined,
  { atLeast = -Infinity, atMost = Infinity }: Pick<Target, 'atLeast' | 'atMost'>,
): boolean | undefined {
  return value === undefined ? undefined : value >= atLeast && value <= atMost;
}

/** A rate reached while requests failed is not a rate. */
function rate(row: SummaryRow | undefined): number | undefined {
  return row?.failures === 0 ? row.requests?.requestsPerSecond : undefined;
}

/** Median latency above that of the mock itself, in milliseconds. */
function addedMedianMs(row: Lookup, contender: string): number | undefined {
  const through = row('json-r1000', contender)?.requests?.p50Ms;
  const directly = row('json-r1000', 'direct')?.requests?.p50Ms;
  return through === undefined || directly === undefined ? undefined : through - directly;
}

function lost(row: SummaryRow | undefined): number | undefined {
  return row?.streams && row.failures + row.streams.lostEvents + row.streams.disorderedEvents;
}

function divide(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined || by <= 0 ? undefined : value / by;
}
