import type { Tool, ToolOutput } from './tool.ts';

/** A call as either API has it. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** Gives the arguments. Throws where the model wrote what is no JSON. */
  readonly readInput: () => unknown;
}

export interface CallResult<Output extends ToolOutput> {
  readonly id: string;
  readonly output: Output | string;
  readonly failed: boolean;
}

/** Runs all calls of a reply at once and gives their results in its order. Rejects with the reason of the signal, also where a tool does not heed it. */
export function runCalls<Output extends ToolOutput>(
  calls: readonly RequestedCall[],
  tools: ReadonlyMap<string, Tool<Output>>,
  signal: AbortSignal,
): Promise<CallResult<Output>[]> {
  return untilAborted(Promise.all(calls.map((call) => runCall(call, tools.get(call.name), signal))), signal);
}

async function runCall<Output extends ToolOutput>(
  { id, name, readInput }: RequestedCall,
  tool: Tool<Output> | undefined,
  signal: AbortSignal,
): Promise<CallResult<Output>> {
  try {
    if (!tool) throw new Error(`There is no tool called ${name}.`);
    return { id, output: await tool.run(readInput(), { id, signal }), failed: false };
  } catch (error) {
    return { id, output: `Error: ${error instanceof Error ? error.message : String(error)}`, failed: true };
  }
}

function untilAborted<Outcome>(work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
