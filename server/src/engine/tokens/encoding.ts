import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';

/**
 * cl100k rather than o200k: the vocabularies of the open models that this service typically fronts (Llama 3,
 * Qwen) derive from cl100k, and it costs half the memory (15 MB of heap instead of 30) and half the start-up
 * time.
 */
export interface Encoding {
  /** Every word that is a single token. */
  readonly wholeTokens: ReadonlySet<string>;
  readonly core: BytePairEncodingCore;
}

/** Longest word passed to the merge loop, in code points. The loop is quadratic in the length of a word. */
const MAX_MERGE_CHARACTERS = 64;

/**
 * cl100k's split pattern with every `+` and `*` bounded, so that an unbroken run is split into words of
 * MAX_MERGE_CHARACTERS. Ordinary text splits exactly as in the original, where `'a'.repeat(100_000)` becomes one word
 * and takes seconds. Matching by code point keeps surrogate pairs whole.
 */
export function createSplitPattern(): RegExp {
  const most = MAX_MERGE_CHARACTERS - 1;
  return new RegExp(
    [
      String.raw`'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])`,
      String.raw`[^\r\n\p{L}\p{N}]?\p{L}{1,${most}}`,
      String.raw`\p{N}{1,3}`,
      String.raw` ?[^\s\p{L}\p{N}]{1,${most}}[\r\n]{0,${most}}`,
      String.raw`\s{1,${most}}$`,
      String.raw`\s{0,${most}}[\r\n]`,
      String.raw`\s{1,${most}}(?!\S)`,
      String.raw`\s`,
    ].join('|'),
    'gu',
  );
}

// Merges are cached only within one count (see count-text): the library's keys are slices that keep their
// whole source text alive, so a permanent cache would retain callers' prompts.
const MERGE_CACHE_ENTRIES = 8_192;

let loaded: Encoding | undefined;

/**
 * The encoding, loaded on first use. Loading blocks for about 0.1 to 0.2 s; `warmTokenizer` moves that to the
 * start.
 */
export function loadEncoding(): Encoding {
  if (loaded) return loaded;
  // `require`, because the first count may happen before warm-up and cannot wait for an `import()`.
  const table = createRequire(import.meta.url)(
    'gpt-tokenizer/bpeRanks/cl100k_base',
  ) as typeof import('gpt-tokenizer/bpeRanks/cl100k_base');
  const ranks = table.default;
  const core = new BytePairEncodingCore({
    bytePairRankDecoder: ranks,
    // Never matched as special: counting allows no special tokens, so callers' text stays text. An empty map
    // would make the library's pattern match everywhere.
    specialTokensEncoder: new Map([['<|endoftext|>', 100_257]]),
    tokenSplitRegex: createSplitPattern(),
    mergeCacheSize: MERGE_CACHE_ENTRIES,
  });
  const wholeTokens = new Set<string>();
  for (const token of ranks) if (typeof token === 'string') wholeTokens.add(token);
  loaded = { wholeTokens, core };
  return loaded;
}

/**
 * Loads the encoding after the current work, so that no request pays for it. Call once at start; resolves
 * when done.
 */
export async function warmTokenizer(): Promise<void> {
  await setImmediate();
  loadEncoding();
}
