import { ApiError } from '@svc/contract';
import { countEachInBackground } from '#engine';

export interface TokenLimits {
  readonly tokensPerInput: number;
  readonly tokensPerRequest: number;
}

/**
 * More is estimated: it is beyond any limit, and whoever sends it should not keep others' counts waiting for seconds. The
 * estimate is far above the limits, so only the refusal's `param` depends on it.
 */
const COUNTED_CHARACTERS = 8_388_608;
const ESTIMATED_BYTES_PER_TOKEN = 4;

/**
 * The tokens of each text, or 400 for the first that is too long, else for all together. Texts that are large together are
 * counted on another thread.
 */
export async function countInputs(
  inputs: readonly string[],
  limits: TokenLimits,
  tenant: string,
): Promise<readonly number[]> {
  const characters = inputs.reduce((sum, { length }) => sum + length, 0);
  const tokens =
    characters > COUNTED_CHARACTERS ? inputs.map(estimate) : await countEachInBackground(inputs, tenant);
  refuseLongInput(tokens, limits.tokensPerInput);
  const total = tokens.reduce((sum, count) => sum + count, 0);
  if (total > limits.tokensPerRequest) throw new ApiError('too_many_inputs', { param: 'input' });
  return tokens;
}

/** 400 for the first text with more tokens than allowed. A single text counts as a list of one (EMB-06). */
export function refuseLongInput(tokens: readonly number[], most: number): void {
  const long = tokens.findIndex((count) => count > most);
  if (long >= 0) throw new ApiError('input_too_long', { param: `input[${long}]` });
}

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / ESTIMATED_BYTES_PER_TOKEN);
}
