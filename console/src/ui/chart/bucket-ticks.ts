/** Of days in weeks and hours in days alike: an axis of hours has its midnights. */
const STRIDES = [1, 2, 3, 4, 6, 8, 12];
/** Of a digit in the axis' size. What is wider is rare in dates. */
export const CHARACTER_PX = 6.6;
const GAP_PX = 14;

/**
 * Which buckets have their label below the axis: as many as fit, at equal distances from the first, and no label twice. `endPx`: what
 * is right of the last slot.
 */
export function bucketTicks(labels: readonly string[], slotPx: number, endPx: number): readonly number[] {
  const widest = Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER_PX;
  const least = Math.ceil((widest + GAP_PX) / slotPx);
  const stride = STRIDES.find((one) => one >= least) ?? Math.ceil(least / 12) * 12;
  const seen = new Set<string>();
  return labels.flatMap((label, bucket) => {
    if (bucket % stride !== 0 || seen.has(label)) return [];
    const roomPx = (labels.length - bucket - 0.5) * slotPx + endPx;
    if (bucket > 0 && (label.length * CHARACTER_PX) / 2 > roomPx) return [];
    seen.add(label);
    return [bucket];
  });
}
