import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface Filling {
  readonly used: number;
  readonly limit: number;
}

interface MeterProps extends Filling {
  readonly label: string;
  /** The same in words: it stands beside the bar, and is read out. */
  readonly text: string;
  /** The exact numbers, where `text` has short ones: read out instead, and seen under the mouse. */
  readonly exact?: string;
  /** What follows from it, or whose limit it is. */
  readonly note?: ReactNode;
}

const NEARLY = 0.8;

/** How much of something is used. It changes colour when little is left, and never says it by colour alone. */
export function Meter({ label, used, limit, text, exact, note }: MeterProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span title={exact} className="text-quiet tabular-nums">
          {text}
        </span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={exact ?? text}
      >
        <MeterBar used={used} limit={limit} />
      </div>
      {note && <p className="mt-1.5 text-[13px] text-quiet">{note}</p>}
    </div>
  );
}

/** The bar alone, beside text that says the same. With forced colours it has an outline, and a filling in a colour of the system. */
export function MeterBar({ used, limit }: Filling) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  const colour = share >= 1 ? 'bg-danger' : share >= NEARLY ? 'bg-warn' : 'bg-accent';
  return (
    <div className="h-2 overflow-hidden rounded-full bg-hover forced-colors:border">
      <div
        className={classNames(
          'h-full rounded-full forced-color-adjust-none transition-[width] forced-colors:bg-[Highlight]',
          used > 0 && 'min-w-1',
          colour,
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
