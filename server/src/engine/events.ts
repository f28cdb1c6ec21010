import type { Loggable } from '#kit';
import type { Embedder } from './embedding/embedding.ts';
import type { Citation, GenerateRequest, ResponseFormat } from './turns.ts';

/** Why generation ended. API formats map these to their own values (D-35, D-44). */
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'context_window'
  | 'stop_sequence'
  | 'tool_call'
  | 'pause'
  | 'refusal'
  | 'content_filter';

/** How a server tool call is counted and priced (MSG-50). */
export type ServerToolKind = 'web_search' | 'web_fetch' | 'mcp';

/** How often each server tool ran. */
export type ServerToolUse = Readonly<Partial<Record<ServerToolKind, number>>>;

/** What context management did before the reply (D-39). */
export interface AppliedEdit {
  readonly type: 'compact' | 'clear_tool_results';
  readonly clearedInputTokens: number;
}

/**
 * Tokens as counted by the engine. `cachedInputTokens` is part of input, `reasoningTokens` part of output.
 */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Part of input that the engine wrote to its cache, for operators. Absent: none. */
  readonly cacheWriteTokens?: number;
  /** Absent: none ran. */
  readonly serverToolUse?: ServerToolUse;
}

/**
 * The events between engines and encoders. `call` numbers the reply's tool calls from 0 in the order they
 * start (text and reasoning have no number); deltas of several calls may interleave, and each names its call.
 * A completed run sends `stop` exactly once and then `usage` at most once, after all output; a failed one may
 * send neither. An embeddings run sends `embeddings` once instead of output and `stop`: one vector of length
 * 1 per input, in order.
 */
export type EngineEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly call: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool_call_delta'; readonly call: number; readonly arguments: string }
  /** Supports the preceding text, back to the last citation or the start of its block. */
  | { readonly type: 'citation'; readonly citation: Citation }
  /** A piece of the summary that replaces the conversation so far (D-39). */
  | { readonly type: 'compaction'; readonly text: string }
  | { readonly type: 'context_edit'; readonly edit: AppliedEdit }
  | { readonly type: 'embeddings'; readonly vectors: readonly Float32Array[] }
  /** `stopSequence` accompanies the reason of that name, if the sequence is known. */
  | { readonly type: 'stop'; readonly reason: StopReason; readonly stopSequence?: string }
  | { readonly type: 'usage'; readonly usage: TokenUsage };

/**
 * Receives a run's events. Push, not pull: no promise and no iterator per token. `flush` follows every burst
 * that arrived together, so that an encoder writes once per burst; false asks the engine to pause until
 * `EngineRun.resume`, which must not be called from within a sink method. A burst that ends the run is not
 * flushed: `end` or `fail` replaces the flush. Exactly one of the two comes last, unless the run was aborted:
 * after `abort` returns nothing more is called.
 */
export interface EngineSink {
  event(event: EngineEvent): void;
  flush(): boolean;
  end(): void;
  fail(fault: EngineFault): void;
}

export interface EngineRun {
  resume(): void;
  /** Cancels the upstream call immediately (within 100 ms on the wire). Idempotent. */
  abort(): void;
  /** What the engine called the model that answers, once it has said so. */
  readonly answeredBy?: string | undefined;
}

export type EngineFaultKind =
  /** No connection, or it broke before a response. */
  | 'unreachable'
  /** The limit for first output, silence or total time was exceeded. */
  | 'timeout'
  /** The engine responded with an error status. */
  | 'status'
  /** The response violated its own protocol, or ended before its final event. */
  | 'broken'
  /** Refused by the engine's own queue or slots. */
  | 'busy';

/** What went wrong at an engine, as class, status and size. Never contains the engine's text or host. */
export class EngineFault extends Error implements Loggable {
  /** The operator's name for the engine, for the log only. */
  engine: string | undefined;
  readonly kind: EngineFaultKind;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly bodyBytes: number | undefined;

  constructor(
    kind: EngineFaultKind,
    details: { status?: number; retryAfterSeconds?: number; bodyBytes?: number } = {},
  ) {
    super(details.status === undefined ? kind : `${kind} ${details.status}`);
    this.name = 'EngineFault';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.bodyBytes = details.bodyBytes;
  }

  toLog(): object {
    return { engine: this.engine, fault: this.kind, status: this.status, body_bytes: this.bodyBytes };
  }
}

/** What an engine does by itself for the form of a reply (D-38). */
export interface FormatSupport {
  /** The engine tells its model what form to write. If not, the prompt does. */
  readonly told: boolean;
  /** The model cannot write any other form, so text may be sent on before it is complete. */
  readonly kept: boolean;
}

/** A source of replies. `model` is the engine's own name for the model and never reaches a caller. */
export interface Engine extends Partial<Embedder> {
  /** Absent: no support, whatever the form. */
  formatSupport?(format: ResponseFormat): FormatSupport;
  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun;
  close(): Promise<void>;
}
