import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbedRequest, RawEmbeddings } from './embedding.ts';

/** Numbers processed between two turns of the event loop: a millisecond or two. */
const NUMBERS_PER_YIELD = 524_288;

/** What is wrong with an engine's vectors, for the operator. Never contains the engine's text. */
export type VectorFault = 'wrong_count' | 'mixed_widths' | 'too_narrow' | 'not_a_direction';

/**
 * Shortens the vectors to the requested size by keeping their first numbers, and scales each to length 1
 * (EMB-16, D-62). Models that lose little by that are trained for it (Matryoshka). Works in place: copies of
 * megabytes would cause garbage collection pauses. Returns a fault for invalid vectors: too few or too many,
 * different or too small widths, or a number that is not finite.
 */
export async function toUnitVectors(
  raw: RawEmbeddings,
  { inputs, dimensions }: EmbedRequest,
): Promise<Float32Array[] | VectorFault> {
  const { vectors } = raw;
  const [first] = vectors;
  if (vectors.length !== inputs.length || !first) return 'wrong_count';
  if (vectors.some(({ length }) => length !== first.length)) return 'mixed_widths';
  if (first.length < dimensions) return 'too_narrow';
  const perTurn = Math.ceil(NUMBERS_PER_YIELD / first.length);
  const units: Float32Array[] = [];
  for (const vector of vectors) {
    if (units.length > 0 && units.length % perTurn === 0) await nextTurn();
    if (!bringToUnit(vector, dimensions)) return 'not_a_direction';
    units.push(vector.subarray(0, dimensions));
  }
  return units;
}

/** False if there is no direction to keep: all zeros, or a number that is not finite, even beyond the cut. */
function bringToUnit(vector: Float32Array, dimensions: number): boolean {
  const kept = sumOfSquares(vector, 0, dimensions);
  if (kept === 0 || !Number.isFinite(kept + sumOfSquares(vector, dimensions, vector.length))) return false;
  const scale = 1 / Math.sqrt(kept);
  for (let i = 0; i < dimensions; i++) vector[i] = vector[i]! * scale;
  return true;
}

function sumOfSquares(vector: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += vector[i]! * vector[i]!;
  return sum;
}
