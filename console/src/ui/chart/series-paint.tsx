import type { ReactNode } from 'react';
import { COLOURS, FILLS } from './series-fills.ts';

/** What tells series apart where the person's system allows no colours of ours: one for each of the fills. */
const HATCHES: readonly ReactNode[] = [
  <rect key="full" width={8} height={8} />,
  <path key="rising" d="M0 8 8 0M6 10 10 6M-2 2 2 -2" strokeWidth={2} />,
  <circle key="dots" cx={4} cy={4} r={1.5} />,
  <path key="level" d="M0 4H8" strokeWidth={2} />,
  <path key="falling" d="M0 0 8 8M6 -2 10 2M-2 6 2 10" strokeWidth={1} />,
  <path key="upright" d="M4 0V8" strokeWidth={2} />,
  <path key="grid" d="M0 4H8M4 0V8" strokeWidth={1} />,
];

/** The patterns of one drawing, whose ids begin with `scope`. */
export function SeriesPatterns({ scope }: { readonly scope: string }) {
  return (
    <defs>
      {HATCHES.map((hatch, place) => (
        <pattern
          key={FILLS[place]}
          id={`${scope}${place}`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
          className="fill-[CanvasText] stroke-[CanvasText]"
        >
          {hatch}
        </pattern>
      ))}
    </defs>
  );
}

/** Attributes of what is drawn for the series at this place. `scope`: of patterns that stand in for colours. Undefined: colours. */
export function seriesPaint(place: number, scope: string | undefined) {
  const kind = place % COLOURS;
  if (scope === undefined) return { className: FILLS[kind]! };
  return { fill: `url(#${scope}${kind})`, className: 'stroke-[CanvasText]' };
}
