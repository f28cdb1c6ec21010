import { classNames } from './class-names.ts';

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** The same in words: it stands beside the bar, and is read out. */
  readonly text: string;
}

const NEARLY = 0.8;

/** How much of something is used. It changes colour when little is left, and never says it by colour alone. */
export function Meter({ label, used, limit, text }: MeterProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  const colour = share >= 1 ? 'bg-danger' : share >= NEARLY ? 'bg-warn' : 'bg-accent';
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-quiet tabular-nums">{text}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div className={classNames('h-full rounded-full', colour)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
