import type { Batch, BatchProgress } from '@svc/contract';
import { doneOf } from '../../api/batches.ts';
import { batchStrings } from '../../strings/batches.ts';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Moment } from '../../ui/text/time.tsx';
import { ProgressBar } from './progress-bar.tsx';

const { detail: words } = batchStrings;
const KINDS = ['succeeded', 'errored', 'canceled', 'expired', 'processing'] as const;

interface ProgressCardProps {
  readonly batch: Batch;
  readonly progress: BatchProgress | undefined;
}

/** A bar that fills, what became of the requests, and when the rest is expected. */
export function ProgressCard({ batch, progress }: ProgressCardProps) {
  const { request_counts: counts } = batch;
  const text = words.outcome(
    KINDS.filter((kind) => counts[kind] > 0).map((kind) => [formatCount(counts[kind]), kind] as const),
  );
  const { results_per_minute: speed, estimated_end_at: end, waits_until: waits } = progress ?? {};
  return (
    <Card title={words.progress}>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{words.all}</span>
        <span className="text-quiet tabular-nums">
          {batchStrings.share(formatCount(doneOf(counts)), formatCount(counts.total))}
        </span>
      </div>
      <ProgressBar counts={counts} label={words.all} text={text} />
      <p className="mt-1.5 mb-4 text-[13px] text-quiet tabular-nums">{text}</p>
      <Facts
        facts={{
          [words.speed]: typeof speed === 'number' ? words.perMinute(formatCount(speed)) : undefined,
          [words.estimatedEnd]: end ? <Moment at={end} /> : undefined,
          [words.waitsUntil]: waits ? <Moment at={waits} /> : undefined,
        }}
      />
    </Card>
  );
}
