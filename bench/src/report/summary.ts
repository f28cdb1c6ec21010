import type { BatchRunResult, RequestsResult, StreamsResult, UploadsResult } from '../load/job.ts';
import { median } from '../load/samples.ts';
import type { Measurement } from '../run/measure.ts';

/** Medians over the repeats of one scenario and contender; what must never happen is summed instead. */
export interface SummaryRow {
  readonly scenario: string;
  readonly contender: string;
  readonly repeats: number;
  /** Refused or broken requests, or lost streams. */
  readonly failures: number;
  readonly contenderCpuShare: number;
  readonly loadCpuShare: number;
  readonly otherCpuShare: number;
  readonly stealShare: number;
  readonly startedBytes: number;
  readonly idleBytes: number;
  readonly loadedBytes: number;
  readonly requests?: RequestsSummary;
  readonly streams?: StreamsSummary;
  readonly uploads?: UploadsSummary;
  readonly batch?: BatchSummary;
}

export interface RequestsSummary {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly unanswered: number;
}

export interface StreamsSummary {
  readonly lostEvents: number;
  readonly disorderedEvents: number;
  readonly eventsPerSecond: number;
  readonly firstEventP50Ms: number;
  readonly firstEventP99Ms: number;
  readonly eventDelayP50Ms: number;
  readonly eventDelayP99Ms: number;
  readonly bytesPerStream: number;
}

export interface UploadsSummary {
  readonly bytesPerSecond: number;
  readonly aloneP50Ms: number;
  readonly aloneP99Ms: number;
  readonly besideP50Ms: number;
  readonly besideP99Ms: number;
}

export interface BatchSummary {
  readonly livePerSecond: number;
  readonly linesPerSecond: number;
  readonly linesBesidePerSecond: number;
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
}

/** Of one processor. Repeats during which others used more are left out where there are better ones. */
const QUIET_SHARE = 0.15;

/** One row per scenario and contender, in the order in which they were first measured. */
export function summarize(measurements: readonly Measurement[]): SummaryRow[] {
  const groups = Map.groupBy(measurements, ({ scenario, contender }) => `${scenario} ${contender}`);
  return [...groups.values()].map(summarizeGroup);
}

function summarizeGroup(all: readonly Measurement[]): SummaryRow {
  const quiet = all.filter(({ machine }) => machine.otherCpuShare <= QUIET_SHARE);
  const group = quiet.length > 0 ? quiet : all;
  const [first] = group;
  if (!first) throw new Error('a group has at least one measurement');
  const middle = (pick: (measurement: Measurement) => number): number => median(group.map(pick));
  const requests = group.map(({ result }) => result).filter((result) => result.kind === 'requests');
  const streams = group.filter(({ result }) => result.kind === 'streams');
  const uploads = group.map(({ result }) => result).filter((result) => result.kind === 'uploads');
  const batches = group.map(({ result }) => result).filter((result) => result.kind === 'batch');
  return {
    scenario: first.scenario,
    contender: first.contender,
    repeats: group.length,
    failures: sum(all.map(failuresOf)),
    contenderCpuShare: middle(({ machine }) => machine.contenderCpuShare),
    loadCpuShare: middle(({ machine }) => machine.loadCpuShare),
    otherCpuShare: middle(({ machine }) => machine.otherCpuShare),
    stealShare: middle(({ machine }) => machine.stealShare),
    startedBytes: middle(({ memory }) => memory.started),
    idleBytes: middle(({ memory }) => memory.idle),
    loadedBytes: middle(({ memory }) => memory.loaded),
    ...(requests.length > 0 ? { requests: summarizeRequests(requests) } : {}),
    ...(streams.length > 0 ? { streams: summarizeStreams(streams) } : {}),
    ...(uploads.length > 0 ? { uploads: summarizeUploads(uploads) } : {}),
    ...(batches.length > 0 ? { batch: summarizeBatches(batches) } : {}),
  };
}

function summarizeRequests(results: readonly RequestsResult[]): RequestsSummary {
  return {
    requestsPerSecond: median(results.map((result) => result.requestsPerSecond)),
    p50Ms: median(results.map((result) => result.latencyMs.p50)),
    p99Ms: median(results.map((result) => result.latencyMs.p99)),
    unanswered: sum(results.map((result) => result.unanswered)),
  };
}

function summarizeStreams(group: readonly Measurement[]): StreamsSummary {
  const results = group.map(({ result }) => result as StreamsResult);
  return {
    lostEvents: sum(results.map((result) => result.lostEvents)),
    disorderedEvents: sum(results.map((result) => result.disorderedEvents)),
    eventsPerSecond: median(results.map((result) => result.eventsPerSecond)),
    firstEventP50Ms: median(results.map((result) => result.firstEventMs.p50)),
    firstEventP99Ms: median(results.map((result) => result.firstEventMs.p99)),
    eventDelayP50Ms: median(results.map((result) => result.eventDelayMs.p50)),
    eventDelayP99Ms: median(results.map((result) => result.eventDelayMs.p99)),
    bytesPerStream: median(
      group.map(({ memory, result }) => (memory.loaded - memory.idle) / (result as StreamsResult).streams),
    ),
  };
}

function summarizeUploads(results: readonly UploadsResult[]): UploadsSummary {
  return {
    bytesPerSecond: median(results.map((result) => result.bytesPerSecond)),
    aloneP50Ms: median(results.map((result) => result.aloneMs.p50)),
    aloneP99Ms: median(results.map((result) => result.aloneMs.p99)),
    besideP50Ms: median(results.map((result) => result.besideMs.p50)),
    besideP99Ms: median(results.map((result) => result.besideMs.p99)),
  };
}

function summarizeBatches(results: readonly BatchRunResult[]): BatchSummary {
  return {
    livePerSecond: median(results.map((result) => result.livePerSecond)),
    linesPerSecond: median(results.map((result) => result.linesPerSecond)),
    linesBesidePerSecond: median(results.map((result) => result.linesBesidePerSecond)),
    aloneP99Ms: median(results.map((result) => result.aloneMs.p99)),
    besideP99Ms: median(results.map((result) => result.besideMs.p99)),
  };
}

function failuresOf({ result }: Measurement): number {
  if (result.kind === 'uploads') return result.failedUploads + result.failedRequests;
  if (result.kind === 'batch') return result.failedLines + result.failedRequests;
  return result.kind === 'requests' ? result.refused + result.broken : result.lostStreams;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
