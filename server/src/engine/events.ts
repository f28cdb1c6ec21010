import type { ServerToolUseName } from '@svc/contract';
import type { Loggable } from '#kit';
import type { Embedder } from './embedding/embedding.ts';
import type { AmendedRequest, Refusal } from './refusal.ts';
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
export type ServerToolKind = ServerToolUseName | 'mcp';

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
  /** `refuses`: the model's words for that it will not answer, where the engine sets them apart. */
  | { readonly type: 'text'; readonly text: string; readonly refuses?: true }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly call: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool_call_delta'; readonly call: number; readonly arguments: string }
  /** Supports the preceding text, back to the last citation or the start of its block. */
  | { readonly type: 'citation'; readonly citation: Citation }
  /** A chunk of the summary that replaces the conversation so far (D-39). */
  | { readonly type: 'compaction'; readonly text: string }
  | { readonly type: 'context_edit'; readonly edit: AppliedEdit }
  | { readonly type: 'embeddings'; readonly vectors: readonly Float32Array[] }
  /** `stopSequence` accompanies the reason of that name, if the sequence is known. */
  | { readonly type: 'stop'; readonly reason: StopReason; readonly stopSequence?: string }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  /**
   * What the engine has counted so far, 0 where it has not. Comes with the first output, and again when it
   * grows or is all that comes: it is what is known of a reply that breaks off (D-89).
   */
  | {
      readonly type: 'partial_usage';
      readonly inputTokens: number;
      readonly cachedInputTokens: number;
      readonly cacheWriteTokens: number;
      readonly outputTokens: number;
    };

/** What the engine counted, which is no part of the reply. */
export function isCount({ type }: EngineEvent): boolean {
  return type === 'usage' || type === 'partial_usage';
}

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
  /** The engine works, though nothing of its reply came: a comment, a ping, an event without content. */
  alive?(): void;
}

export interface EngineRun {
  resume(): void;
  /** Cancels the upstream call immediately (within 100 ms on the wire). Idempotent. */
  abort(): void;
  /** What the engine called the model that answers, once it has said so. */
  readonly responseModel?: string | undefined;
  /** The reply came as one JSON value, whatever was asked for. */
  readonly repliedWhole?: boolean;
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

/** What an engine's response says of its failure. */
export interface FaultDetails {
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
  readonly bodyBytes?: number;
  readonly refusal?: Refusal | undefined;
  readonly isUnsent?: true;
}

/** What went wrong at an engine, as class, status and size. Never contains the engine's text or host. */
export class EngineFault extends Error implements Loggable {
  /** The operator's name for the engine, for the log only. */
  engine: string | undefined;
  readonly kind: EngineFaultKind;
  readonly status: number | undefined;
  /** The engine's hint, or that of another route which is free earlier. */
  retryAfterSeconds: number | undefined;
  readonly bodyBytes: number | undefined;
  /** What the error is about, where its words are known. */
  readonly refusal: Refusal | undefined;
  /** Refused in the engine's place before anything was sent: it says nothing of the engine's health. */
  readonly isUnsent: boolean;
  /** Set where the same engine may accept the request when it is sent again. */
  amended: AmendedRequest | undefined;

  constructor(kind: EngineFaultKind, details: FaultDetails = {}) {
    super(details.status === undefined ? kind : `${kind} ${details.status}`);
    this.name = 'EngineFault';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.bodyBytes = details.bodyBytes;
    this.refusal = details.refusal;
    this.isUnsent = details.isUnsent ?? false;
  }

  toLog(): object {
    return {
      engine: this.engine,
      fault: this.kind,
      status: this.status,
      body_bytes: this.bodyBytes,
      reason: this.refusal?.reason,
    };
  }
}

/** What an engine does by itself for the form of a reply (D-38). */
export interface FormatSupport {
  /** The engine tells its model what form to write. If not, the prompt does. */
  readonly instructed: boolean;
  /** The model cannot write any other form, so text may be sent on before it is complete. */
  readonly kept: boolean;
}

/** What a reply of some form is asked of. */
export interface FormatUse {
  /** The engine's own name for the model. */
  readonly model: string;
  readonly hasTools: boolean;
}

/** A source of replies. `model` is the engine's own name for the model and never reaches a caller. */
export interface Engine extends Partial<Embedder> {
  /** Absent: no support, whatever the form. */
  formatSupport?(format: ResponseFormat, use: FormatUse): FormatSupport;
  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun;
  /** The configuration was read again and is the same: what was learned of the server may no longer hold (D-ENG-28). */
  reloaded?(): void;
  close(): Promise<void>;
}
