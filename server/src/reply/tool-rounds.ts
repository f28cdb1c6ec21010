import type { Block } from '#engine';
import type { ReplySink } from '#exchange';
import type { OwnCall } from './generation-sink.ts';
import type { ServerTool, ToolOutcome } from './server-tool.ts';
import type { WebCitations } from './web-citations.ts';

/** Runs the calls of our tools and keeps count of them over all rounds of one reply. */
export class ToolRounds {
  readonly #tools: ReadonlyMap<string, ServerTool>;
  readonly #uses = new Map<ServerTool, number>();
  readonly #signal: AbortSignal;
  readonly #citations: WebCitations;

  constructor(tools: readonly ServerTool[], citations: WebCitations, signal: AbortSignal) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.#citations = citations;
    this.#signal = signal;
  }

  /** Whether a call by this name is ours to run. */
  readonly has = (name: string): boolean => this.#tools.has(name);

  /** The results, in the order of the calls. All run at once; each is told to `sink` when it is begun. Rejects with the signal's reason only. */
  async run(calls: readonly OwnCall[], sink: ReplySink): Promise<Block[]> {
    const outcomes = await Promise.all(calls.map((call) => this.#call(call, sink)));
    return outcomes.map((outcome, i): Block => {
      const text = this.#citations.hear(outcome);
      return { type: 'tool_result', callId: calls[i]!.id, text, ...(outcome.isError ? { isError: true } : {}) };
    });
  }

  async #call({ name, input }: OwnCall, sink: ReplySink): Promise<ToolOutcome> {
    const tool = this.#tools.get(name)!;
    const uses = (this.#uses.get(tool) ?? 0) + 1;
    if (uses > tool.maxUses)
      return { text: `This tool may be used ${tool.maxUses} times, and was. Answer with what you have.`, isError: true };
    this.#uses.set(tool, uses);
    sink.toolRan(tool.kind);
    return tool.run(input, this.#signal);
  }
}
