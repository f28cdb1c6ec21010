import type { Block } from '#engine';
import type { ReplySink } from '#exchange';
import type { OwnCall } from './generation-sink.ts';
import type { ServerTool, ToolOutcome, WebSource } from './server-tool.ts';

/** Runs the calls of our tools and keeps count of them over all rounds of one reply. */
export class ToolRounds {
  readonly #tools: ReadonlyMap<string, ServerTool>;
  readonly #uses = new Map<ServerTool, number>();
  readonly #signal: AbortSignal;
  /** What the tools brought from the web, in order: the reply may cite it. */
  readonly sources: WebSource[] = [];

  constructor(tools: readonly ServerTool[], signal: AbortSignal) {
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.#signal = signal;
  }

  /** Whether a call by this name is ours to run. */
  readonly has = (name: string): boolean => this.#tools.has(name);

  /** The results, in the order of the calls. All run at once; each is told to `sink` when it is begun. Rejects with the signal's reason only. */
  async run(calls: readonly OwnCall[], sink: ReplySink): Promise<Block[]> {
    const outcomes = await Promise.all(calls.map((call) => this.#call(call, sink)));
    return outcomes.map(({ text, isError, sources = [] }, i): Block => {
      this.sources.push(...sources);
      return { type: 'tool_result', callId: calls[i]!.id, text, ...(isError ? { isError } : {}) };
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
