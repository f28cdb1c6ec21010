import { EventCounter } from './event-counter.ts';
import { EventDelays, eventDelayPercentiles } from './event-delays.ts';
import type { LoadTarget, StreamsJob, StreamsResult } from './job.ts';
import { Requests } from './requests.ts';
import { Samples } from './samples.ts';
import { StreamClient } from './stream-client.ts';

/** After the last stream was opened, before memory and rates are read. */
const SETTLE_MS = 500;

/** Opens the streams, reads each to its end and counts what did not arrive. */
export async function runStreams(target: LoadTarget, job: StreamsJob): Promise<StreamsResult> {
  const requests = new Requests(target);
  const last = target.repeatsText ? job.events : undefined;
  const streams: StreamClient[] = [];
  const plateau = new Plateau(streams);
  await new Promise<void>((resolve) => {
    let ended = 0;
    const onEnd = (): void => {
      plateau.close();
      if (++ended === job.connections) resolve();
    };
    setTimeout(resolve, job.deadlineMs).unref();
    openOverTime(
      job,
      () => {
        const counters = {
          counter: new EventCounter(last),
          delays: new EventDelays(job.events, job.intervalMs),
        };
        streams.push(new StreamClient(target.port, requests.take(), counters, onEnd));
      },
      () => plateau.openSoon(),
    );
  });
  plateau.close();
  for (const stream of streams) stream.close();
  return summarize(streams, job, plateau);
}

function openOverTime(job: StreamsJob, open: () => void, onAllOpen: () => void): void {
  const startMs = performance.now();
  let opened = 0;
  const timer = setInterval(() => {
    const due = Math.min(
      job.connections,
      Math.ceil(((performance.now() - startMs) / job.rampMs) * job.connections),
    );
    while (opened < due) {
      opened++;
      open();
    }
    if (opened < job.connections) return;
    clearInterval(timer);
    onAllOpen();
  }, 1);
}

/** The time during which all streams are open: from shortly after the last start to the first end. */
class Plateau {
  fromMs = 0;
  toMs = 0;
  eventsPerSecond = 0;
  readonly #streams: readonly StreamClient[];
  #eventsAtStart = 0;
  #closed = false;

  constructor(streams: readonly StreamClient[]) {
    this.#streams = streams;
  }

  openSoon(): void {
    setTimeout(() => {
      if (this.#closed) return;
      this.fromMs = epochMs();
      this.#eventsAtStart = this.#countEvents();
    }, SETTLE_MS).unref();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.toMs = epochMs();
    if (this.fromMs === 0) this.fromMs = this.toMs;
    const elapsedMs = this.toMs - this.fromMs;
    if (elapsedMs > 0)
      this.eventsPerSecond = ((this.#countEvents() - this.#eventsAtStart) * 1000) / elapsedMs;
  }

  #countEvents(): number {
    return this.#streams.reduce((sum, stream) => sum + stream.counter.received, 0);
  }
}

function summarize(streams: readonly StreamClient[], job: StreamsJob, plateau: Plateau): StreamsResult {
  const firstEventMs = new Samples();
  let received = 0;
  let whole = 0;
  let disorderedEvents = 0;
  for (const stream of streams) {
    received += stream.counter.received;
    disorderedEvents += stream.counter.disordered;
    if (stream.endedWell && stream.counter.received === job.events) whole++;
    if (stream.firstEventMs !== undefined) firstEventMs.add(stream.firstEventMs);
  }
  return {
    kind: 'streams',
    streams: job.connections,
    lostStreams: job.connections - whole,
    lostEvents: job.connections * job.events - received,
    disorderedEvents,
    eventsPerSecond: plateau.eventsPerSecond,
    firstEventMs: firstEventMs.percentiles(),
    eventDelayMs: eventDelayPercentiles(
      streams.map(({ delays }) => delays),
      plateau.fromMs - performance.timeOrigin,
      plateau.toMs - performance.timeOrigin,
    ),
    plateauFromMs: plateau.fromMs,
    plateauToMs: plateau.toMs,
  };
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
