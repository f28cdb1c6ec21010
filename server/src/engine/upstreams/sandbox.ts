import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '@svc/contract';
import { createClock, type Clock } from '#kit';
import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import { EngineFault, type Engine, type EngineEvent } from '../events.ts';
import { countEachInBackground, countPromptTokensInBackground } from '../tokens/background.ts';
import { promptTexts } from '../tokens/count-prompt.ts';
import type { GenerateRequest } from '../turns.ts';
import { composeReply, type Reply } from './sandbox/compose-reply.ts';
import { cutReply, type CutReply } from './sandbox/cut-reply.ts';
import { embedText } from './sandbox/embed-text.ts';
import { Player, type Performance } from './sandbox/play-reply.ts';
import { PromptCache, type PromptCacheLimits } from './sandbox/prompt-cache.ts';

export interface SandboxOptions {
  /**
   * Pause between bursts of a streamed reply. A reply has at most 100 bursts, so by default it takes less
   * than a second.
   */
  readonly delayMs?: number;
  readonly promptCache?: PromptCacheLimits;
  readonly clock?: Clock;
}

const DELAY_MS = 5;
const DEFAULT_CACHE: PromptCacheLimits = {
  minTokens: LIMITS.prompt_cache_min_tokens,
  stepTokens: LIMITS.prompt_cache_step_tokens,
  idleMs: LIMITS.prompt_cache_idle_s * 1000,
};
const BURSTS_LIMIT = 100;
const EVENTS_PER_BURST = 3;
const CHARACTERS_PER_YIELD = 16_384;

function failBefore(fail: Reply['fail']): EngineFault | undefined {
  if (fail === undefined || fail === 'cut') return undefined;
  if (fail === 'timeout') return new EngineFault('timeout');
  return new EngineFault(
    'status',
    fail === '429' ? { status: 429, retryAfterSeconds: 1 } : { status: Number(fail) },
  );
}

/** The reply's events and its ending. `cut` breaks off after half of them, but at least one. */
function endOf(reply: Reply, cut: CutReply): Pick<Performance, 'events' | 'ending'> {
  const fault = failBefore(reply.fail);
  if (fault) return { events: [], ending: fault };
  if (reply.fail === 'cut')
    return {
      events: cut.events.slice(0, Math.ceil(cut.events.length / 2)),
      ending: new EngineFault('broken'),
    };
  const stop: EngineEvent = { type: 'stop', reason: cut.stop };
  return { events: cut.events, ending: [stop] };
}

type CountInput = (request: GenerateRequest) => Performance['input'];

/** Counts prompt tokens, and those that the tenant sent before. */
function inputCounter({ promptCache, clock = createClock() }: SandboxOptions): CountInput {
  const cache = new PromptCache(promptCache ?? DEFAULT_CACHE);
  return async (request) => {
    const inputTokens = await countPromptTokensInBackground(request, request.tenant ?? '');
    return {
      inputTokens,
      cachedInputTokens: cache.cachedTokens(
        request.tenant ?? '',
        promptTexts(request),
        inputTokens,
        clock.nowMs(),
      ),
    };
  };
}

function prepare(request: GenerateRequest, delayMs: number, countInput: CountInput): Performance {
  const reply = composeReply(request);
  const cut = cutReply(reply, request.maxOutputTokens);
  const { events, ending } = endOf(reply, cut);
  const output = { outputTokens: cut.outputTokens, reasoningTokens: cut.reasoningTokens };
  const base = { events, ending, input: countInput(request), output };
  if (reply.delayMs !== undefined) return { ...base, eventsPerBurst: 1, delayMs: reply.delayMs };
  // A complete response is not delayed word by word.
  if (!request.stream) return { ...base, eventsPerBurst: events.length, delayMs: 0 };
  return {
    ...base,
    eventsPerBurst: Math.max(EVENTS_PER_BURST, Math.ceil(events.length / BURSTS_LIMIT)),
    delayMs,
  };
}

/** Creates vectors by hashing words, with pauses: a thousand long texts take a while. */
async function embed(
  { inputs, tenant = '' }: EmbedRequest,
  _model: string,
  signal: AbortSignal,
): Promise<RawEmbeddings> {
  const counted = countEachInBackground(inputs, tenant);
  const vectors: Float32Array[] = [];
  let characters = 0;
  for (const input of inputs) {
    vectors.push(embedText(input));
    characters += input.length;
    if (characters < CHARACTERS_PER_YIELD) continue;
    characters = 0;
    await nextTurn();
    signal.throwIfAborted();
  }
  return { vectors, inputTokens: (await counted).reduce((sum, tokens) => sum + tokens, 0) };
}

/**
 * The sandbox, a substitute for a model: has no dependencies, answers the same request always the same way, identifies itself,
 * and follows the `[[sandbox: …]]` directives of the last user message (docs/sandbox.md). Counts tokens in
 * the reference vocabulary. Faults: only those requested by directive, and `broken` for runs active at
 * `close`.
 */
export function createSandboxEngine(options: SandboxOptions = {}): Engine {
  const delayMs = options.delayMs ?? DELAY_MS;
  const countInput = inputCounter(options);
  const active = new Set<Player>();
  return {
    start(request, _model, sink) {
      const player: Player = new Player(prepare(request, delayMs, countInput), sink, () =>
        active.delete(player),
      );
      active.add(player);
      return player;
    },
    formatSupport: () => ({ instructed: true, kept: true }),
    embed,
    close() {
      for (const player of active) player.fail(new EngineFault('broken'));
      return Promise.resolve();
    },
  };
}
