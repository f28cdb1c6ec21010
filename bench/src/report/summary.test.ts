import { describe, expect, it } from 'vitest';
import type { RequestsResult, StreamsResult, UploadsResult } from '../load/job.ts';
import type { Measurement } from '../run/measure.ts';
import { table } from './markdown.ts';
import { summarize } from './summary.ts';
import { compareWithTargets } from './targets.ts';

const MACHINE = {
  contenderCpuShare: 0.9,
  loadCpuShare: 0.5,
  otherCpuShare: 0,
  stealShare: 0,
  residentPeakBytes: 0,
};

function requests(
  scenario: string,
  contender: string,
  requestsPerSecond: number,
  p50: number,
  other: Partial<RequestsResult> = {},
): Measurement {
  const latencyMs = { p50, p90: p50, p99: p50, max: p50 };
  const result: RequestsResult = {
    kind: 'requests',
    requests: 1,
    requestsPerSecond,
    refused: 0,
    broken: 0,
    unanswered: 0,
    latencyMs,
    ...other,
  };
  return {
    scenario,
    contender,
    repeat: 1,
    result,
    machine: MACHINE,
    memory: { started: 0, idle: 0, loaded: 0 },
  };
}

function streams(
  contender: string,
  p99: number,
  loaded: number,
  other: Partial<StreamsResult> = {},
): Measurement {
  const result: StreamsResult = {
    kind: 'streams',
    streams: 1000,
    lostStreams: 0,
    lostEvents: 0,
    disorderedEvents: 0,
    eventsPerSecond: 50_000,
    firstEventMs: { p50: 1, p90: 1, p99, max: p99 },
    eventDelayMs: { p50: 1, p90: 1, p99, max: p99 },
    plateauFromMs: 0,
    plateauToMs: 1,
    ...other,
  };
  return {
    scenario: 'streams-1000',
    contender,
    repeat: 1,
    result,
    machine: MACHINE,
    memory: { started: 0, idle: 1_000_000, loaded },
  };
}

function uploads(
  contender: string,
  megabytesPerSecond: number,
  other: Partial<UploadsResult> = {},
): Measurement {
  const result: UploadsResult = {
    kind: 'uploads',
    uploads: 20,
    failedUploads: 0,
    bytesPerSecond: megabytesPerSecond * 1e6,
    failedRequests: 0,
    aloneMs: { p50: 1, p90: 1, p99: 10, max: 10 },
    besideMs: { p50: 2, p90: 2, p99: 15, max: 20 },
    uploadsFromMs: 0,
    uploadsToMs: 1,
    ...other,
  };
  const memory = { started: 0, idle: 200 * 2 ** 20, loaded: 300 * 2 ** 20 };
  return { scenario: 'uploads-20', contender, repeat: 1, result, machine: MACHINE, memory };
}

function verdict(measurements: readonly Measurement[], start: string) {
  return compareWithTargets(summarize(measurements)).find(({ target }) => target.startsWith(start));
}

describe('summarize', () => {
  it('takes medians over repeats and sums what must never happen', () => {
    const [row] = summarize([
      requests('json-c64', 'svc', 100, 3),
      requests('json-c64', 'svc', 300, 1, { refused: 2 }),
      requests('json-c64', 'svc', 200, 2, { broken: 1 }),
    ]);
    expect(row).toMatchObject({ repeats: 3, failures: 3, requests: { requestsPerSecond: 200, p50Ms: 2 } });
  });

  it('leaves out repeats that others disturbed, but not their failures', () => {
    const disturbed = {
      ...requests('json-c64', 'svc', 10, 30, { broken: 4 }),
      machine: { ...MACHINE, otherCpuShare: 1 },
    };
    expect(summarize([disturbed, requests('json-c64', 'svc', 100, 3)])[0]).toMatchObject({
      repeats: 1,
      failures: 4,
      requests: { requestsPerSecond: 100 },
    });
    expect(summarize([disturbed])[0]).toMatchObject({ repeats: 1, requests: { requestsPerSecond: 10 } });
  });

  it('divides the memory that open streams took by their number', () => {
    expect(summarize([streams('svc', 1, 3_000_000)])[0]?.streams?.bytesPerStream).toBe(2000);
  });
});

describe('compareWithTargets', () => {
  it('compares the rate with the bare proxy', () => {
    expect(
      verdict(
        [requests('json-c64', 'svc', 69, 1), requests('json-c64', 'bare', 100, 1)],
        'requests per second, svc / bare',
      ),
    ).toMatchObject({ value: 0.69, met: false });
    expect(
      verdict(
        [requests('json-c64', 'svc', 70, 1), requests('json-c64', 'bare', 100, 1)],
        'requests per second, svc / bare',
      ),
    ).toMatchObject({ value: 0.7, met: true });
  });

  it('takes no rate from a run with failures', () => {
    const rows = [requests('json-c64', 'svc', 900, 1, { refused: 1 }), requests('json-c64', 'bare', 100, 1)];
    expect(verdict(rows, 'requests per second, svc / bare')).toMatchObject({
      value: undefined,
      met: undefined,
    });
  });

  it('compares what is added over the mock itself', () => {
    const at = (contender: string, p50: number) => requests('json-r1000', contender, 1000, p50);
    expect(verdict([at('direct', 0.5), at('bare', 1), at('svc', 1.75)], 'median added')).toMatchObject({
      value: 2.5,
      met: false,
    });
  });

  it('compares what a request takes of the processor, and leaves out what was not asked for', () => {
    const target = 'processor time per request, two processes';
    expect(verdict([requests('json-r500', 'svc-redis', 500, 1)], target)).toBeUndefined();
    const both = (second: number) => [
      requests('json-r500', 'svc-redis', 500, 1),
      requests('json-r1000', 'svc-redis-2', second, 1),
    ];
    expect(verdict(both(460), target)).toMatchObject({ met: true });
    expect(verdict(both(450), target)).toMatchObject({ met: false });
  });

  it('allows no lost stream or event', () => {
    expect(verdict([streams('svc', 1, 2e6)], 'streams-1000: lost')).toMatchObject({ value: 0, met: true });
    expect(verdict([streams('svc', 1, 2e6, { lostEvents: 1 })], 'streams-1000: lost')).toMatchObject({
      value: 1,
      met: false,
    });
    expect(verdict([streams('svc', 1, 2e6, { disorderedEvents: 1 })], 'streams-1000: lost')).toMatchObject({
      value: 1,
      met: false,
    });
  });
});

describe('table', () => {
  it('pads its columns', () => {
    expect(table(['a', 'long'], [['first', '1']])).toEqual([
      '| a     | long |',
      '| ----- | ---: |',
      '| first |    1 |',
    ]);
  });
});

describe('uploads', () => {
  it('are compared by their bytes, by the requests beside them and by memory', () => {
    const both = [uploads('svc', 70), uploads('nginx', 100)];
    expect(verdict(both, 'uploads-20: bytes')).toMatchObject({ value: 0.7, met: true });
    expect(verdict(both, 'uploads-20: p99')).toMatchObject({ value: 1.5, met: true });
    expect(verdict(both, 'uploads-20: memory')).toMatchObject({ value: 100, met: true });
  });

  it('have no rate when one of them failed, or a request beside them', () => {
    for (const failure of [{ failedUploads: 1 }, { failedRequests: 1 }]) {
      const both = [uploads('svc', 70, failure), uploads('nginx', 100)];
      expect(verdict(both, 'uploads-20: bytes')).toBeUndefined();
      expect(summarize(both)[0]).toMatchObject({ failures: 1 });
    }
  });
});
