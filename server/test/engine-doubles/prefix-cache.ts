import { createHash } from 'node:crypto';

type Part = Readonly<Record<string, unknown>>;

/** What a server of Anthropic's form documents of its cache. */
const MAX_BREAKPOINTS = 4;
const MIN_TOKENS = 1024;
const LOOKBACK_BLOCKS = 20;
const CHARACTERS_PER_TOKEN = 4;

export interface CacheUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
}

interface PrefixPart {
  /** Of the prompt up to and including this chunk. */
  readonly digest: string;
  readonly tokens: number;
  readonly isBreakpoint: boolean;
}

/** A cache of prompts by prefix: up to four breakpoints, at least 1,024 tokens, 20 blocks of lookback. Throws what is refused with 400. */
export class PrefixCache {
  readonly #written = new Set<string>();

  /** Counts one request, and writes what it marks. */
  use(body: Part): CacheUsage {
    const chunks = toParts(body);
    const total = chunks.at(-1)?.tokens ?? 0;
    const breakpoints = [...chunks.entries()].filter(([, { isBreakpoint }]) => isBreakpoint);
    if (breakpoints.length > MAX_BREAKPOINTS) throw new Error('A maximum of 4 blocks with cache_control');
    let read = 0;
    let marked = 0;
    for (const [at, { tokens }] of breakpoints) {
      if (tokens < MIN_TOKENS) continue;
      marked = tokens;
      const hit = chunks
        .slice(Math.max(0, at - LOOKBACK_BLOCKS + 1), at + 1)
        .findLast(({ digest }) => this.#written.has(digest));
      read = Math.max(read, hit?.tokens ?? 0);
    }
    for (const [, { digest, tokens }] of breakpoints) if (tokens >= MIN_TOKENS) this.#written.add(digest);
    return {
      input_tokens: total - marked,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: marked - read,
    };
  }
}

/** Tools, instructions and messages in this order. What changes how messages are read is part of their prefix. */
function toParts({ tools, system, messages, tool_choice, thinking }: Part): PrefixPart[] {
  const chunks: PrefixPart[] = [];
  const hash = createHash('sha256');
  let characters = 0;
  const add = (kind: string, part: Part): void => {
    const { cache_control: marker, ...content } = part;
    if (marker && (content['type'] === 'thinking' || content['text'] === ''))
      throw new Error('cache_control cannot stand here');
    const text = JSON.stringify(content);
    characters += text.length;
    hash.update(`${kind}\0${text}\0`);
    chunks.push({
      digest: hash.copy().digest('hex'),
      tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
      isBreakpoint: marker !== undefined,
    });
  };
  for (const tool of (tools ?? []) as Part[]) add('tool', tool);
  for (const text of (system ?? []) as Part[]) add('system', text);
  hash.update(JSON.stringify([tool_choice, thinking]));
  for (const { role, content } of messages as { role: string; content: Part[] }[])
    for (const block of content) add(role, block);
  return chunks;
}
