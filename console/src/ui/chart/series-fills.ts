/** Literal, or the builder of styles would not find them. */
export const FILLS = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
  'fill-series-6',
  'fill-series-7',
] as const;
/** As many series have a colour of their own. */
export const COLOURS = FILLS.length;
