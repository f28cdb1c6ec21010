import { ID_PREFIXES } from '@svc/contract';
import { promptBytes } from '#engine';
import type { Authenticated, Exchange, Selected } from '#exchange';
import type { Audit } from '#features/audit';
import type { InferenceHookRecord } from '#features/organization';
import { describeError, newId, RecentMap, toTimestamp, type Clock, type Log } from '#kit';
import type { HookSeal } from '../hook-seal.ts';
import { CallPolicy, type HookDecision } from './call-policy.ts';
import { deniedEvent } from './denied-event.ts';
import { HookBreaker } from './hook-breaker.ts';
import type { HookOutcome, HookClient } from './hook-client.ts';
import { writeQuestion, type AskedTool, type HookQuestion } from './hook-question.ts';
import type { ShownPrompt } from './write-prompt.ts';

/** Hooks that were asked lately. */
const MAX_HOOKS = 10_000;
/** Questions of one organization under way that no call waits for, and bytes of their prompts. */
const MAX_SHADOWED = 64;
const MAX_SHADOWED_BYTES = 32 * 1_048_576;

type HookedExchange = Exchange & Authenticated & Selected;

/** Counts what became of the questions of each organization. */
export interface VerdictCounts {
  verdict(organizationId: string, denied: boolean): void;
  failed(organizationId: string): void;
}

export interface InferenceHooksDeps {
  readonly client: HookClient;
  readonly seal: HookSeal;
  readonly monitor: VerdictCounts;
  readonly trail: Pick<Audit['trail'], 'record'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Seconds a question took, by its type and how it ended. */
  readonly measured: (seconds: number, type: string, result: string) => void;
}

/** What this node remembers of one organization's hook at one URL. */
interface HookState {
  readonly breaker: HookBreaker;
  shadowed: number;
  shadowedBytes: number;
}

const ALLOWED: HookDecision = { kind: 'allowed' };
const NOT_SENT: HookOutcome = { kind: 'failed', failure: 'connect', durationMs: 0 };

/** Asks the organizations' own servers whether their models may run. */
export class InferenceHooks {
  readonly #deps: InferenceHooksDeps;
  readonly #states = new RecentMap<string, HookState>(MAX_HOOKS);
  readonly #closing = new AbortController();

  constructor(deps: InferenceHooksDeps) {
    this.#deps = deps;
  }

  /** Ends the questions that no call waits for: the process would wait for them. */
  close(): void {
    this.#closing.abort();
  }

  /** Undefined where nobody is to be asked about the call. */
  policyFor(
    hook: InferenceHookRecord,
    exchange: HookedExchange,
    prompt: ShownPrompt,
  ): CallPolicy | undefined {
    const { workspaceId } = exchange.credential;
    if (hook.mode === 'off') return undefined;
    if (hook.workspaceIds && (workspaceId === null || !hook.workspaceIds.includes(workspaceId)))
      return undefined;
    return new CallPolicy((shown, tool) => this.#decide(hook, exchange, shown, tool), hook.events, prompt);
  }

  async #decide(
    hook: InferenceHookRecord,
    exchange: HookedExchange,
    prompt: ShownPrompt,
    tool: AskedTool | undefined,
  ): Promise<HookDecision> {
    if (hook.mode === 'shadow') {
      this.#shadow(hook, exchange, prompt, tool);
      return ALLOWED;
    }
    const startedMs = performance.now();
    const outcome = await this.#ask(hook, exchange, { prompt, tool, signal: exchange.signal });
    exchange.policyMs = (exchange.policyMs ?? 0) + performance.now() - startedMs;
    if (outcome.kind === 'failed') return hook.onFailure === 'allow' ? ALLOWED : { kind: 'unavailable' };
    if (outcome.action === 'allow') return ALLOWED;
    this.#deps.trail.record(deniedEvent(exchange, outcome.reason, tool), this.#deps.clock.nowMs());
    return { kind: 'denied', message: outcome.message };
  }

  /** Nobody waits for the answer, so it is bounded here how many are under way. */
  #shadow(
    hook: InferenceHookRecord,
    exchange: HookedExchange,
    prompt: ShownPrompt,
    tool: AskedTool | undefined,
  ): void {
    const { log, monitor } = this.#deps;
    const { organizationId } = exchange.credential;
    const { signal } = this.#closing;
    const state = this.#stateOf(organizationId, hook.url);
    const bytes = promptBytes(prompt);
    const isFull =
      state.shadowed >= MAX_SHADOWED ||
      (state.shadowed > 0 && state.shadowedBytes + bytes > MAX_SHADOWED_BYTES);
    if (isFull) return monitor.failed(organizationId);
    state.shadowed++;
    state.shadowedBytes += bytes;
    this.#ask(hook, exchange, { prompt, tool, signal })
      .catch((error: unknown) => {
        if (!signal.aborted)
          log.error({ error: describeError(error) }, 'question to an inference hook failed');
      })
      .finally(() => {
        state.shadowed--;
        state.shadowedBytes -= bytes;
      });
  }

  async #ask(
    hook: InferenceHookRecord,
    exchange: HookedExchange,
    about: { prompt: ShownPrompt; tool: AskedTool | undefined; signal: AbortSignal },
  ): Promise<HookOutcome> {
    const { organizationId } = exchange.credential;
    const { breaker } = this.#stateOf(organizationId, hook.url);
    const outcome = breaker.begin() ? await this.#send(hook, exchange, about, breaker) : NOT_SENT;
    this.#count(organizationId, about.tool ? 'tool_call' : 'prompt', outcome);
    return outcome;
  }

  async #send(
    hook: InferenceHookRecord,
    exchange: HookedExchange,
    { prompt, tool, signal }: { prompt: ShownPrompt; tool: AskedTool | undefined; signal: AbortSignal },
    breaker: HookBreaker,
  ): Promise<HookOutcome> {
    const { client, seal, clock } = this.#deps;
    let ended: HookOutcome['kind'] | 'aborted' = 'aborted';
    try {
      const question = questionOf(exchange, tool, clock.nowMs());
      // Bytes, which take a third of the memory of a text with its bytes beside it.
      const body = Buffer.from(await writeQuestion(question, prompt, tool));
      const { url, timeoutMs } = hook;
      const { organizationId } = exchange.credential;
      const opened = seal.open(organizationId, hook, clock.nowMs());
      const isSigned = opened.secrets.length > 0;
      const outcome = isSigned
        ? await client.send({ organizationId, url, timeoutMs, ...opened }, body, signal)
        : NOT_SENT;
      ended = outcome.kind;
      return outcome;
    } finally {
      breaker.end(ended);
    }
  }

  #count(organizationId: string, type: string, outcome: HookOutcome): void {
    const { monitor, measured } = this.#deps;
    const result = outcome.kind === 'verdict' ? outcome.action : outcome.failure;
    measured(outcome.durationMs / 1000, type, result);
    if (outcome.kind === 'verdict') monitor.verdict(organizationId, outcome.action === 'deny');
    else monitor.failed(organizationId);
  }

  /** Another URL starts over. For a while some calls may still ask the one before. */
  #stateOf(organizationId: string, url: string): HookState {
    const name = `${organizationId} ${url}`;
    const known = this.#states.get(name);
    if (known) return known;
    const state = { breaker: new HookBreaker(this.#deps.clock), shadowed: 0, shadowedBytes: 0 };
    this.#states.set(name, state);
    return state;
  }
}

function questionOf(exchange: HookedExchange, tool: AskedTool | undefined, nowMs: number): HookQuestion {
  const { credential, requestId, operation, metering, admission, metadata } = exchange;
  const { keyId, userId, organizationId, workspaceId } = credential;
  return {
    id: newId(ID_PREFIXES.hookCall, nowMs),
    type: tool ? 'tool_call' : 'prompt',
    created_at: toTimestamp(nowMs),
    organization_id: organizationId,
    workspace_id: workspaceId,
    request_id: requestId,
    endpoint: metering?.endpoint ?? operation.path,
    model: admission.model.id,
    actor: keyId === null ? { type: 'user', id: userId } : { type: 'api_key', id: keyId },
    end_user_id: metadata?.['end_user_id'] ?? null,
  };
}
