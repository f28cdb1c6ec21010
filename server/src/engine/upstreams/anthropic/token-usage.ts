import { isFields } from '../http/error-object.ts';
import { readTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';
import { readUsage } from '../openai/token-usage.ts';

/** Where cache writes stand by their time to live, in `cache_creation`. */
const WRITES_BY_TTL = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens'] as const;

function countAt(usage: unknown, name: string): number | undefined {
  return isFields(usage) ? readTokenCount(usage[name]) : undefined;
}

/** Of two counts of the same, the larger: the other one is a default (D-ENG-16). */
function larger(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Cache writes as one number, as those of each time to live, or as both. */
function cacheWritesIn(usage: unknown): number | undefined {
  const details = isFields(usage) ? usage['cache_creation'] : undefined;
  const [short, long] = WRITES_BY_TTL.map((name) => countAt(details, name));
  const sum = short === undefined && long === undefined ? undefined : (short ?? 0) + (long ?? 0);
  return larger(sum, countAt(usage, 'cache_creation_input_tokens'));
}

/** A part of the prompt's count, as far as it is known. */
class PromptPart {
  #known: number | undefined;

  /** What is said now, and what was said before where it is left out. */
  read(said: number | undefined): number | undefined {
    this.#known = larger(this.#known, said);
    return said ?? this.#known;
  }
}

/**
 * Reads the usage objects of one reply: a stream says some parts at its beginning and some at its end. The protocol counts cached parts
 * apart from the rest of the prompt; our count is the total. A part that is left out is unchanged, or 0; one that is said may have moved
 * to another part, such as a cached one to the whole.
 */
export class MessageUsage {
  readonly #uncached = new PromptPart();
  readonly #cached = new PromptPart();
  readonly #cacheWrites = new PromptPart();

  /** Proxies leave counts in the other protocol's words, in place of these or beside their zeros. */
  read(usage: unknown): SaidCount {
    const other = readUsage(usage);
    const details = isFields(usage) ? usage['output_tokens_details'] : undefined;
    const uncached = this.#uncached.read(countAt(usage, 'input_tokens'));
    const cached = this.#cached.read(countAt(usage, 'cache_read_input_tokens'));
    const cacheWrites = this.#cacheWrites.read(cacheWritesIn(usage));
    return {
      input: larger((uncached ?? 0) + (cached ?? 0) + (cacheWrites ?? 0), other.input),
      cached: larger(cached, other.cached),
      cacheWrites,
      output: other.output,
      reasoning: larger(countAt(details, 'thinking_tokens'), other.reasoning),
    };
  }
}
