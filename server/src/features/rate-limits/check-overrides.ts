import { ApiError, type RateLimitOverride } from '@svc/contract';

export const MEASURES = [
  'requests_per_minute',
  'input_tokens_per_minute',
  'output_tokens_per_minute',
] as const;

interface OverrideChecks {
  /** As the body names the list. */
  readonly field: string;
  isLimited(model: string): boolean;
  /** Throws for what else is wrong with one. `path`: as errors name it. */
  check?(override: RateLimitOverride, path: string): void;
}

/** Throws 400 for the first override that is of an unknown model, of one that is listed twice, or without a limit. */
export function checkOverrides(
  overrides: readonly RateLimitOverride[],
  { field, isLimited, check }: OverrideChecks,
): void {
  const seen = new Set<string>();
  for (const [index, override] of overrides.entries()) {
    const path = `${field}[${index}]`;
    if (!isLimited(override.model)) throw new ApiError('unknown_model', { param: `${path}.model` });
    if (seen.has(override.model)) throw invalid(`${path}.model`, 'A model may be listed only once.');
    seen.add(override.model);
    if (MEASURES.every((measure) => override[measure] === undefined))
      throw invalid(path, 'An override needs at least one limit.');
    check?.(override, path);
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
