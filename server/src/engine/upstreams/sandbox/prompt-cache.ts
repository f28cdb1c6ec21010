import { createHash } from 'node:crypto';
import { RecentMap } from '#kit';

/** The numbers of D-43. */
export interface PromptCacheLimits {
  /** Shorter prompts are not cached. */
  readonly minTokens: number;
  /** Cached prefixes grow in steps of this many tokens. */
  readonly stepTokens: number;
  readonly idleMs: number;
}

/**
 * Bytes per token of ordinary text: steps are measured in bytes, because a prompt's tokens are not stored.
 */
const BYTES_PER_TOKEN = 4;
const ENTRIES = 65_536;
/** Of a longer prompt only this prefix is cached: a few milliseconds. */
const KEPT_CHARACTERS = 524_288;
const DIGEST_CHARACTERS = 22;

/**
 * Remembers prompt prefixes as digests, separately for each tenant, so that a count never reveals whether
 * another tenant sent the same prompt. It saves nothing here; it lets callers see and bill what a server with
 * a cache reports (D-43).
 */
export class PromptCache {
  readonly #limits: PromptCacheLimits;
  /** By digest of tenant and prefix: its expiry on the service's clock. */
  readonly #known = new RecentMap<string, number>(ENTRIES);

  constructor(limits: PromptCacheLimits) {
    this.#limits = limits;
  }

  /** Tokens at the start of this prompt that the tenant sent before; remembers the whole prompt. */
  cachedTokens(tenant: string, texts: readonly string[], inputTokens: number, nowMs: number): number {
    const { minTokens, stepTokens, idleMs } = this.#limits;
    if (inputTokens < minTokens) return 0;
    let tokens = 0;
    for (const [step, digest] of this.#steps(tenant, texts).entries()) {
      const sofar = (step + 1) * stepTokens;
      if (sofar > inputTokens) break;
      if (tokens === step * stepTokens && (this.#known.get(digest) ?? 0) > nowMs) tokens = sofar;
      this.#known.set(digest, nowMs + idleMs);
    }
    return tokens < minTokens ? 0 : tokens;
  }

  /** A digest of the prompt up to the end of each whole step. */
  #steps(tenant: string, texts: readonly string[]): string[] {
    const bytes = Buffer.from(beginningOf(texts));
    const stepBytes = this.#limits.stepTokens * BYTES_PER_TOKEN;
    const hash = createHash('sha256').update(`${tenant}\0`);
    const digests: string[] = [];
    for (let end = stepBytes; end <= bytes.length; end += stepBytes) {
      hash.update(bytes.subarray(end - stepBytes, end));
      digests.push(hash.copy().digest('base64').slice(0, DIGEST_CHARACTERS));
    }
    return digests;
  }
}

function beginningOf(texts: readonly string[]): string {
  let beginning = '';
  for (const text of texts) {
    if (beginning.length >= KEPT_CHARACTERS) break;
    beginning += `${text.slice(0, KEPT_CHARACTERS - beginning.length)}\0`;
  }
  return beginning;
}
