import type { TokenUsage } from '../../events.ts';
import { isTokenCount } from './token-count.ts';

/** What an engine said of its tokens at one time. `cached` and `cacheWrites` are parts of input, `reasoning` of output. */
export interface SaidCount {
  readonly input?: number | undefined;
  readonly cached?: number | undefined;
  readonly cacheWrites?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
}

function larger(known: number, said: number | undefined): number {
  return said !== undefined && isTokenCount(said) && said > known ? said : known;
}

/**
 * An engine's count of one reply. Servers repeat it in the course of a stream, and often with zeros for what
 * they do not know at that place: a later count that says less is a default, not a correction (D-ENG-16).
 */
export class UsageCount {
  #input = 0;
  #cached = 0;
  #cacheWrites = 0;
  #output: number | undefined;
  #reasoning = 0;

  add({ input, cached, cacheWrites, output, reasoning }: SaidCount): void {
    this.#input = larger(this.#input, input);
    this.#cached = larger(this.#cached, cached);
    this.#cacheWrites = larger(this.#cacheWrites, cacheWrites);
    if (output !== undefined && isTokenCount(output)) this.#output = larger(this.#output ?? 0, output);
    this.#reasoning = larger(this.#reasoning, reasoning);
  }

  /** The output was cut here: no more of it is charged. */
  cutOutput(tokens: number): void {
    this.#output = Math.min(this.#output ?? tokens, tokens);
  }

  /** 0: not counted. A prompt of no tokens cannot exist, and servers that do not count say 0. */
  get inputTokens(): number {
    return this.#input;
  }

  /** A part that is larger than the whole counts as 0. */
  get cachedInputTokens(): number {
    return this.#cached <= this.#input ? this.#cached : 0;
  }

  /** The same of what was written to a cache. */
  get cacheWriteTokens(): number {
    return this.#cacheWrites <= this.#input ? this.#cacheWrites : 0;
  }

  get outputTokens(): number | undefined {
    return this.#output;
  }

  /** Undefined until both the prompt and the output were counted. */
  get usage(): TokenUsage | undefined {
    return this.#input === 0 || this.#output === undefined ? undefined : this.usageSoFar;
  }

  /** 0 for what was not counted. */
  get usageSoFar(): TokenUsage {
    const outputTokens = this.#output ?? 0;
    return {
      inputTokens: this.#input,
      cachedInputTokens: this.cachedInputTokens,
      outputTokens,
      reasoningTokens: this.#reasoning <= outputTokens ? this.#reasoning : 0,
      ...(this.cacheWriteTokens > 0 ? { cacheWriteTokens: this.cacheWriteTokens } : {}),
    };
  }
}
