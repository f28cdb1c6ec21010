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
  /** Of a scenario or contender that is left out unless asked for. */
  readonly optional?: true;
}

/** Ratios against references of the same run: absolute figures say more about the machine than about the service. */
const TARGETS: readonly Target[] = [
  rateTarget('svc', 'bare', 0.7),
  rateTarget('svc', 'portkey', 7),
  {
    target: 'median added at 1,000 requests/s, svc / bare',
    atMost: 2,
    value: (row) => divide(addedMedianMs(row, 'svc'), addedMedianMs(row, 'bare')),
  },
  ...['streams-1000', 'streams-1000-slow'].flatMap(streamTargets),
  ...[
    ...streamTargets('streams-5000'),
    {
      target: 'messages-stream: lost streams and events',
      atMost: 0,
      value: (row: Lookup) => lost(row('messages-stream', 'svc')),
    },
    {
      target: 'messages-stream: events per second, svc / bare',
      atLeast: 0.5,
      value: (row: Lookup) =>
        divide(events(row('messages-stream', 'svc')), events(row('messages-stream', 'bare'))),
    },
    {
      target: 'uploads-20: bytes per second, svc / nginx',
      atLeast: 0.6,
      value: (row: Lookup) =>
        divide(uploadRate(row('uploads-20', 'svc')), uploadRate(row('uploads-20', 'nginx'))),
    },
    {
      target: 'uploads-20: p99 of requests, beside uploads / alone',
      atMost: 2,
      value: (row: Lookup) => {
        const uploads = row('uploads-20', 'svc')?.uploads;
        return divide(uploads?.besideP99Ms, uploads?.aloneP99Ms);
      },
    },
    {
      target: 'uploads-20: memory grown, MB',
      atMost: 150,
      value: (row: Lookup) => grownMebibytes(row('uploads-20', 'svc')),
    },
    {
      target: 'batch: lines per second / live requests per second',
      atLeast: 0.6,
      value: (row: Lookup) => {
        const batch = batchOf(row);
        return divide(batch?.linesPerSecond, batch?.livePerSecond);
      },
    },
    {
      target: 'batch: p99 of live requests, beside lines / alone',
      atMost: 1.3,
      value: (row: Lookup) => {
        const batch = batchOf(row);
        return divide(batch?.besideP99Ms, batch?.aloneP99Ms);
      },
    },
    {
      target: 'batch: memory grown, MB',
      atMost: 150,
      value: (row: Lookup) => batchOf(row) && grownMebibytes(row('batch', 'svc')),
    },
    ...protocolTargets('as OpenAI / on /v1', 'compat-', ''),
    ...protocolTargets('as Anthropic / on /v1/messages', 'compat-messages-', 'messages-'),
    ...protocolTargets('as Responses / on /v1', 'compat-responses-', ''),
    rateTarget('svc-redis', 'bare', 0.5),
    rateTarget('svc-redis', 'portkey', 5),
    rateTarget('svc-wallet', 'svc-redis', 0.7),
    rateTarget('svc-wallet-2', 'svc-redis-2', 0.7),
    // As much to do for each of two processes as for the one: with less at once, there is less that requests share.
    {
      target: 'processor time per request, two processes at 1,000/s / one at 500/s',
      atMost: 1.1,
      value: (row: Lookup) =>
        divide(cpuPer(rate, row('json-r1000', 'svc-redis-2')), cpuPer(rate, row('json-r500', 'svc-redis'))),
    },
    {
      target: 'processor time per event, two processes with 1,000 streams / one with 500',
      atMost: 1.1,
      value: (row: Lookup) =>
        divide(
          cpuPer(events, row('streams-1000-slow', 'svc-redis-2')),
          cpuPer(events, row('streams-500-slow', 'svc-redis')),
        ),
    },
  ].map((target) => ({ ...target, optional: true as const })),
];

function rateTarget(contender: string, reference: string, atLeast: number): Target {
  return {
    target: `requests per second, ${contender} / ${reference}`,
    atLeast,
    value: (row) => divide(rate(row('json-c64', contender)), rate(row('json-c64', reference))),
  };
}

/** Both are prefixes of scenarios: of the protocol, and of what it is compared with. */
function protocolTargets(what: string, protocol: string, reference: string): Target[] {
  return [
    {
      target: `processor time per request, ${what}`,
      atMost: 1.1,
      value: (row) =>
        divide(
          cpuPer(rate, row(`${protocol}json-c64`, 'svc')),
          cpuPer(rate, row(`${reference}json-c64`, 'svc')),
        ),
    },
    {
      target: `processor time per event, ${what}`,
      atMost: 1.1,
      value: (row) =>
        divide(
          cpuPer(events, row(`${protocol}streams-1000-slow`, 'svc')),
          cpuPer(events, row(`${reference}streams-1000-slow`, 'svc')),
        ),
    },
  ];
}

function streamTargets(scenario: string): Target[] {
  return [
    { target: `${scenario}: lost streams and events`, atMost: 0, value: (row) => lost(row(scenario, 'svc')) },
    {
      target: `${scenario}: first event p99, svc / bare`,
      atMost: 2,
      value: (row) =>
        divide(
          row(scenario, 'svc')?.streams?.firstEventP99Ms,
          row(scenario, 'bare')?.streams?.firstEventP99Ms,
        ),
    },
    {
      target: `${scenario}: delay of an event p99, svc / bare`,
      atMost: scenario === 'streams-5000' ? 1 : 2,
      value: (row) =>
        divide(
          row(scenario, 'svc')?.streams?.eventDelayP99Ms,
          row(scenario, 'bare')?.streams?.eventDelayP99Ms,
        ),
    },
    {
      target: `${scenario}: memory per stream, svc / bare`,
      atMost: 1.3,
      value: (row) =>
        divide(row(scenario, 'svc')?.streams?.bytesPerStream, row(scenario, 'bare')?.streams?.bytesPerStream),
    },
  ];
}

/** Optional targets that were not measured are left out. */
export function compareWithTargets(rows: readonly SummaryRow[]): Verdict[] {
  const row: Lookup = (scenario, contender) =>
    rows.find((candidate) => candidate.scenario === scenario && candidate.contender === contender);
  return TARGETS.flatMap(({ value: measure, optional, ...target }) => {
    const value = measure(row);
    return value === undefined && optional ? [] : [{ ...target, value, met: isMet(value, target) }];
  });
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

/** Bytes that were taken while uploads or requests failed are not counted. */
function uploadRate(row: SummaryRow | undefined): number | undefined {
  return row?.failures === 0 ? row.uploads?.bytesPerSecond : undefined;
}

/** Of a run in which lines or requests failed nothing is counted. */
function batchOf(row: Lookup): SummaryRow['batch'] {
  const summary = row('batch', 'svc');
  return summary?.failures === 0 ? summary.batch : undefined;
}

/** Above what the service held when it was warm and idle. */
function grownMebibytes(row: SummaryRow | undefined): number | undefined {
  return row && (row.loadedBytes - row.idleBytes) / (1024 * 1024);
}

function events(row: SummaryRow | undefined): number | undefined {
  return row?.streams?.eventsPerSecond;
}

/** Seconds of a processor for one of what is counted. */
function cpuPer(
  count: (row: SummaryRow | undefined) => number | undefined,
  row: SummaryRow | undefined,
): number | undefined {
  return divide(row?.contenderCpuShare, count(row));
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
