import type { Batch } from '@svc/contract';
import { doneOf } from '../../api/batches.ts';
import { classNames } from '../../ui/class-names.ts';

const PARTS = [
  { kind: 'succeeded', look: 'bg-good' },
  { kind: 'errored', look: 'bg-danger' },
  { kind: 'canceled', look: 'bg-warn' },
  { kind: 'expired', look: 'bg-warn' },
] as const;

interface ProgressBarProps {
  readonly counts: Batch['request_counts'];
  readonly label: string;
  /** What the parts stand for: it is beside the bar, and read out. */
  readonly text: string;
}

/** How many requests have their result, in parts by what became of them. */
export function ProgressBar({ counts, label, text }: ProgressBarProps) {
  const most = Math.max(counts.total, 1);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={doneOf(counts)}
      aria-valuetext={text}
      className="flex h-2 gap-px overflow-hidden rounded-full bg-hover forced-colors:border"
    >
      {PARTS.map(
        ({ kind, look }) =>
          counts[kind] > 0 && (
            <div
              key={kind}
              className={classNames(
                'min-w-1 forced-color-adjust-none transition-[width] forced-colors:bg-[Highlight]',
                look,
              )}
              style={{ width: `${(counts[kind] / most) * 100}%` }}
            />
          ),
      )}
    </div>
  );
}
