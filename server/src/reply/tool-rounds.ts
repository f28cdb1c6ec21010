import type { Block } from '#engine';
import type { PolicyCheck, ReplySink } from '#exchange';
import type { OwnCall } from './generation-sink.ts';
import { runToolCall } from './run-tool-call.ts';
import type { ServerTool, ToolOutcome } from './server-tool.ts';
import type { WebCitations } from './web-citations.ts';

/** Calls of one generation that run: a model can write thousands, and each is a connection and an answer in memory. */
const MAX_CALLS = 64;
const CALL_CONCURRENCY = 8;

const TOO_MANY: ToolOutcome = {
  text: `Only ${MAX_CALLS} calls are run at a time. Make this one again if it is needed.`,
  isError: true,
};

export interface ToolRoundsParts {
  readonly tools: readonly ServerTool[];
  readonly citations: WebCitations;
  /** Asked before each call. */
  readonly policy: PolicyCheck | undefined;
  readonly signal: AbortSignal;
}

/** Runs the calls of our tools and keeps count of them over all rounds of one reply. */
export class ToolRounds {
  readonly #tools: ReadonlyMap<string, ServerTool>;
  readonly #uses = new Map<ServerTool, number>();
  readonly #signal: AbortSignal;
  readonly #citations: WebCitations;
  readonly #policy: PolicyCheck | undefined;

  constructor({ tools, citations, policy, signal }: ToolRoundsParts) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.#citations = citations;
    this.#policy = policy;
    this.#signal = signal;
  }

  /** Whether a call by this name is ours to run. */
  readonly has = (name: string): boolean => this.#tools.has(name);

  /** The results, in the order of the calls. A few run at once; each is reported to `sink` when it starts. Rejects with the signal's reason, and with what ends the reply. */
  async run(calls: readonly OwnCall[], sink: ReplySink): Promise<Block[]> {
    const outcomes: ToolOutcome[] = [];
    const waiting = calls.slice(0, MAX_CALLS).entries();
    const work = async (): Promise<void> => {
      for (const [index, call] of waiting) outcomes[index] = await this.#call(call, sink);
    };
    await Promise.all(Array.from({ length: CALL_CONCURRENCY }, work));
    return calls.map(({ id }, index): Block => {
      const outcome = outcomes[index] ?? TOO_MANY;
      const text = this.#citations.citeResult(outcome);
      return { type: 'tool_result', callId: id, text, ...(outcome.isError ? { isError: true } : {}) };
    });
  }

  async #call({ name, input }: OwnCall, sink: ReplySink): Promise<ToolOutcome> {
    const tool = this.#tools.get(name)!;
    const uses = (this.#uses.get(tool) ?? 0) + 1;
    if (uses > tool.maxUses)
      return {
        text: `This tool may be used ${tool.maxUses} times, and was. Answer with what you have.`,
        isError: true,
      };
    // Another call of the round may have been under way when the caller left.
    this.#signal.throwIfAborted();
    this.#uses.set(tool, uses);
    return runToolCall(tool, input, {
      policy: this.#policy,
      signal: this.#signal,
      started: () => sink.toolRan(tool.kind),
    });
  }
}
