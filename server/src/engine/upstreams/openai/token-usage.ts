import { isFields } from '../http/error-object.ts';
import { readTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';

/** The keys of a count, from the outermost object on. */
type Path = readonly string[];

/** Under which keys servers count, in `usage`. Of several that are there, the largest counts. */
const USAGE_FIELDS = {
  input: [['prompt_tokens'], ['input_tokens']],
  cached: [
    ['prompt_tokens_details', 'cached_tokens'],
    ['input_tokens_details', 'cached_tokens'],
    ['prompt_cache_hit_tokens'],
    ['cached_tokens'],
    ['cache_read_input_tokens'],
  ],
  uncached: [['prompt_cache_miss_tokens']],
  output: [['completion_tokens'], ['output_tokens']],
  reasoning: [
    ['completion_tokens_details', 'reasoning_tokens'],
    ['output_tokens_details', 'reasoning_tokens'],
    ['reasoning_tokens'],
  ],
  total: [['total_tokens']],
} as const satisfies Record<string, readonly Path[]>;

/** The counts of llama.cpp, which stand in `timings`. */
const TIMINGS_FIELDS = {
  cached: [['cache_n']],
  uncached: [['prompt_n']],
  output: [['predicted_n']],
} as const satisfies Record<string, readonly Path[]>;

function valueAt(fields: unknown, path: Path): unknown {
  let value = fields;
  for (const key of path) {
    if (!isFields(value)) return undefined;
    value = value[key];
  }
  return value;
}

function largest(fields: unknown, paths: readonly Path[]): number | undefined {
  let found: number | undefined;
  for (const path of paths) {
    const value = readTokenCount(valueAt(fields, path));
    if (value !== undefined && value >= (found ?? 0)) found = value;
  }
  return found;
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/**
 * What a server's usage object says, missing and implausible numbers left out. Prompt and output include their
 * parts: servers that leave reasoning out of the output show it by their total.
 */
export function readUsage(usage: unknown): SaidCount {
  const cached = largest(usage, USAGE_FIELDS.cached);
  const reasoning = largest(usage, USAGE_FIELDS.reasoning);
  const total = largest(usage, USAGE_FIELDS.total);
  const said = largest(usage, USAGE_FIELDS.output);
  const input =
    largest(usage, USAGE_FIELDS.input) ??
    sum(cached, largest(usage, USAGE_FIELDS.uncached)) ??
    (total !== undefined && said !== undefined ? total - said : undefined);
  const withReasoning = sum(said, reasoning);
  const isApart = reasoning !== undefined && reasoning > 0 && sum(input, withReasoning) === total;
  return { input, cached, output: isApart ? withReasoning : said, reasoning };
}

/** Without the part that came from a cache, the prompt is not known. */
export function readTimings(timings: unknown): SaidCount {
  const cached = largest(timings, TIMINGS_FIELDS.cached);
  return {
    input: sum(cached, largest(timings, TIMINGS_FIELDS.uncached)),
    cached,
    output: largest(timings, TIMINGS_FIELDS.output),
  };
}

/** The engine's count of embedded tokens, checked in the same way. */
export function readPromptTokens(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tokens = readTokenCount((value as Record<string, unknown>)['prompt_tokens']) ?? 0;
  return tokens > 0 ? tokens : undefined;
}
