import type { Percentiles } from '../load/job.ts';
import type { Measurement } from '../run/measure.ts';

const MEBIBYTE = 1024 * 1024;

/** One line for the terminal while the run goes on. */
export function describeMeasurement({
  repeat,
  scenario,
  contender,
  result,
  memory,
  machine,
}: Measurement): string {
  const { contenderCpuShare: cpu, loadCpuShare, otherCpuShare, stealShare } = machine;
  const shares = `cpu ${cpu.toFixed(2)} load ${loadCpuShare.toFixed(2)} others ${otherCpuShare.toFixed(2)} steal ${stealShare.toFixed(2)}`;
  const resident = [memory.started, memory.idle, memory.loaded]
    .map((bytes) => (bytes / MEBIBYTE).toFixed(0))
    .join('/');
  return `${repeat} ${scenario.padEnd(17)} ${contender.padEnd(8)} ${describeResult(result)} | RSS MB ${resident} | ${shares}`;
}

function describeResult(result: Measurement['result']): string {
  if (result.kind === 'requests') {
    const { requestsPerSecond, latencyMs, refused, broken, unanswered } = result;
    const failures =
      refused + broken + unanswered > 0
        ? ` refused ${refused} broken ${broken} unanswered ${unanswered}`
        : '';
    return `${requestsPerSecond.toFixed(0)} req/s, p50 ${latencyMs.p50.toFixed(2)} p99 ${latencyMs.p99.toFixed(2)} ms${failures}`;
  }
  if (result.kind === 'uploads') {
    const { bytesPerSecond, aloneMs, besideMs, failedUploads, failedRequests } = result;
    const failures =
      failedUploads + failedRequests > 0
        ? `, failed ${failedUploads} uploads ${failedRequests} requests`
        : '';
    return `${(bytesPerSecond / 1e6).toFixed(0)} MB/s, p50/p99 alone ${pairOf(aloneMs)} ms, beside ${pairOf(besideMs)} ms${failures}`;
  }
  if (result.kind === 'batch') {
    const { livePerSecond, linesPerSecond, linesBesidePerSecond, aloneMs, besideMs } = result;
    const failed = result.failedLines + result.failedRequests;
    return `live ${livePerSecond.toFixed(0)}/s, lines ${linesPerSecond.toFixed(0)}/s, beside live ${linesBesidePerSecond.toFixed(0)}/s, p50/p99 alone ${pairOf(aloneMs)} ms, beside ${pairOf(besideMs)} ms${failed > 0 ? `, failed ${failed}` : ''}`;
  }
  const { eventsPerSecond, firstEventMs, eventDelayMs, lostStreams, lostEvents, disorderedEvents } = result;
  const losses = `lost ${lostStreams} streams ${lostEvents} events, disordered ${disorderedEvents}`;
  return `${eventsPerSecond.toFixed(0)} ev/s, first event p50 ${firstEventMs.p50.toFixed(1)} p99 ${firstEventMs.p99.toFixed(1)} ms, delay p50 ${eventDelayMs.p50.toFixed(1)} p99 ${eventDelayMs.p99.toFixed(1)} max ${eventDelayMs.max.toFixed(0)} ms, ${losses}`;
}

function pairOf({ p50, p99 }: Percentiles): string {
  return `${p50.toFixed(1)}/${p99.toFixed(1)}`;
}
