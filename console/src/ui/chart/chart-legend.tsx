import { useId } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { classNames } from '../class-names.ts';
import type { ChartSeries, ChartUnit } from './chart-data.ts';
import { seriesPaint, SeriesPatterns } from './series-paint.tsx';
import { totalOf } from './table-rows.ts';
import { useForcedColors } from './use-forced-colors.ts';

const { chart: words } = uiStrings;

interface ChartLegendProps {
  readonly series: readonly ChartSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly unit: ChartUnit;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** The series with their totals. Each is a button that switches it off and on. */
export function ChartLegend({ series, hidden, unit, onChange }: ChartLegendProps) {
  return (
    <ul aria-label={words.legend} className="-ml-2 flex flex-wrap gap-x-1 gap-y-0.5">
      {series.map((one, place) => {
        const isOn = !hidden.has(one.id);
        const total = totalOf(one);
        return (
          <li key={one.id} className="min-w-0 max-w-full">
            <button
              type="button"
              aria-pressed={isOn}
              title={`${one.label}: ${unit.exact(total)}`}
              onClick={() => onChange(toggled(hidden, one.id))}
              className="flex min-h-8 max-w-full items-center gap-2 rounded-md px-2 text-left text-[13px] hover:bg-hover"
            >
              <Swatch place={place} isOn={isOn} />
              <span className={classNames('truncate', !isOn && 'text-quiet line-through')}>{one.label}</span>
              <span className="shrink-0 text-quiet tabular-nums">{unit.short(total)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(hidden.has(id) ? [...hidden].filter((one) => one !== id) : [...hidden, id]);
}

/** The colour of a series; only its outline while it is off. */
export function Swatch({ place, isOn = true }: { readonly place: number; readonly isOn?: boolean }) {
  const scope = useId();
  const isForced = useForcedColors();
  const paint = isOn
    ? seriesPaint(place, isForced ? scope : undefined)
    : { className: 'fill-none stroke-edge' };
  return (
    <svg aria-hidden width={12} height={12} className="shrink-0">
      {isForced && <SeriesPatterns scope={scope} />}
      <rect {...paint} x={0.5} y={0.5} width={11} height={11} rx={2.5} />
    </svg>
  );
}
