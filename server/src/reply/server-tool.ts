import type { FunctionTool, ServerToolKind } from '#engine';
import type { InferenceCall } from '#exchange';

/** A page that a tool's answer came from, and which the reply may cite. */
export interface WebSource {
  readonly url: string;
  readonly title: string | null;
  readonly text: string;
}

/** The result of a call for the model. Errors go to the model too: the reply continues. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError?: true;
  readonly sources?: readonly WebSource[];
}

/** A tool that runs on the service's side (D-40, D-41). */
export interface ServerTool {
  readonly kind: ServerToolKind;
  /** As the model sees it. */
  readonly definition: FunctionTool;
  /** Calls in one reply; `Infinity` where nothing but the rounds bound them. */
  readonly maxUses: number;
  /** `input`: what the model wrote, which may be no JSON. Rejects with the signal's reason, and with an `ApiError` that ends the reply. */
  run(input: string, signal: AbortSignal): Promise<ToolOutcome>;
}

/** The tools of one reply, opened when it begins. */
export interface OpenTools {
  readonly tools: readonly ServerTool[];
  /** Closes connections and sessions. Idempotent; does not wait. */
  close(): void;
}

export interface ToolCaller {
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly signal: AbortSignal;
}

/** Where service-side tools come from. */
export interface ToolSource {
  /** Rejects with the `ApiError` the caller is to see where a server cannot be used (D-40). */
  open(call: InferenceCall, caller: ToolCaller): Promise<OpenTools>;
}
