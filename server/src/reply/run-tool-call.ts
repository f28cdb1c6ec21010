import type { PolicyCheck } from '#exchange';
import type { ServerTool, ToolOutcome } from './server-tool.ts';

export interface ToolCallParts {
  /** Asked before the call. */
  readonly policy: PolicyCheck | undefined;
  readonly signal: AbortSignal;
  /** The call was allowed and runs now. Not called for a denied one. */
  started(): void;
}

/**
 * Runs one call of a tool on the service's side. A denied call has an error for the model as its outcome. `input`: what the model
 * wrote. Rejects with the signal's reason, and with an `ApiError` that ends the reply.
 */
export async function runToolCall(
  tool: ServerTool,
  input: string,
  { policy, signal, started }: ToolCallParts,
): Promise<ToolOutcome> {
  const refusal = await policy?.tool({ name: tool.definition.name, kind: tool.kind, input });
  if (refusal !== undefined) return { text: refusal, isError: true };
  signal.throwIfAborted();
  started();
  return tool.run(input, signal);
}
