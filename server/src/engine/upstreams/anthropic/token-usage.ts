import { isFields } from '../http/error-object.ts';
import { isTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';
import { readUsage } from '../openai/token-usage.ts';

/**
 * The protocol counts cached parts separately from the rest of the prompt; our count is the total. A missing
 * part is unchanged, or 0.
 */
const PROMPT_PARTS = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;
type PromptPart = (typeof PROMPT_PARTS)[number];

function countAt(usage: unknown, name: string): number | undefined {
  const value = isFields(usage) ? usage[name] : undefined;
  return isTokenCount(value) ? value : undefined;
}

/** Reads the usage objects of one reply: a stream says some parts at its beginning and some at its end. */
export class MessageUsage {
  readonly #known: Partial<Record<PromptPart, number>> = {};

  /** Of a proxy that left the counts in the other protocol's words, these. */
  read(usage: unknown): SaidCount {
    const said = PROMPT_PARTS.map((name) => this.#part(usage, name));
    if (said.every((part) => part === undefined)) return readUsage(usage);
    return {
      input: said.reduce((sum: number, part) => sum + (part ?? 0), 0),
      cached: said[1],
      cacheWrites: said[2],
      output: countAt(usage, 'output_tokens') ?? countAt(usage, 'completion_tokens'),
      reasoning: isFields(usage) ? countAt(usage['output_tokens_details'], 'thinking_tokens') : undefined,
    };
  }

  #part(usage: unknown, name: PromptPart): number | undefined {
    const said = countAt(usage, name);
    if (said !== undefined && said > (this.#known[name] ?? -1)) this.#known[name] = said;
    return said ?? this.#known[name];
  }
}
