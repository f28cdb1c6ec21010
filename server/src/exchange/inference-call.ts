import type { Capability, ServerTool } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { CapacityLease, CitableDocument, Conversation, ImageBlock } from '#engine';
import type { Secret } from '#kit';
import type { PromptCall } from './prompt-call.ts';
import type { RateTicket } from './rate-ticket.ts';
import type { Reservation } from './reservation.ts';

/** The model that the catalog chose for a name, and its limits. */
export interface ChosenModel {
  /** Public id, the only name shown to callers. */
  readonly id: string;
  /** The model as configured when the request was admitted, including its prices. */
  readonly config: ModelConfig;
  /** Tokens of prompt and reply together. */
  readonly contextWindow: number;
}

/** A capability or built-in tool that the model must have, and the refusal if it does not (D-41, D-61). */
export interface Need {
  readonly capability: Capability | ServerTool;
  readonly refusal: 'unsupported_parameter' | 'unsupported_content';
  /** The field, or the path of the block. */
  readonly param: string;
}

/** An image or document that the body refers to and that is not in the conversation yet. */
export interface PendingContent {
  readonly kind: 'image' | 'document';
  /** Path of its block, such as `messages[0].content[1]`. */
  readonly path: string;
  /** Path of the file id, if its source is a file. */
  readonly filePath: string;
  readonly title: string | undefined;
  readonly source:
    | { readonly type: 'url'; readonly url: string }
    /** `data`: base64, or what it stands for, of no bytes where it is no base64. */
    | { readonly type: 'base64'; readonly mediaType: string; readonly data: string | Uint8Array }
    | { readonly type: 'file'; readonly fileId: string };
  /** Where its block belongs: in a turn of the call or, for an image of a tool result, in that block. */
  readonly position: { readonly turn: number; readonly block: number; readonly image?: number };
  /** A document that the reply shall cite (D-42). */
  readonly citable?: CitableDocument;
  readonly detail?: ImageBlock['detail'];
}

/** An earlier reply as the caller sent it back, with the signatures of its reasoning (D-45, D-46). */
export interface EarlierReply {
  /** Path of the list of its reasoning blocks, such as `messages[1].content`. */
  readonly path: string;
  /** Its position in the call. */
  readonly turn: number;
  /** Number of blocks at the start of the sent turn that a compaction block replaces (D-39). */
  readonly leftOut?: number;
  /** `position`: index of the block in the turn, not counting replaced ones. */
  readonly reasoning: readonly { readonly position: number; readonly signature: string }[];
}

/** A server tool that the caller allows (D-41). At most one of the two domain lists is set. */
export interface BuiltinTool {
  readonly type: ServerTool;
  readonly maxUses: number;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}

/** An MCP server whose tools the model may use (D-40). */
export interface McpServer {
  readonly name: string;
  readonly url: string;
  readonly tunnelId?: string;
  readonly authorizationToken?: Secret;
  /** Absent: all of its tools. */
  readonly allowedTools?: readonly string[];
}

/** How a growing conversation is shortened (D-39), each way from a number of tokens on. */
export interface ContextManagement {
  readonly compact?: {
    readonly triggerTokens: number;
    readonly instructions?: string;
    readonly pauseAfter: boolean;
    /** The summary is what the caller asked for: without one, the call fails. */
    readonly isRequired?: true;
  };
  readonly clearToolResults?: {
    readonly triggerTokens: number;
    readonly keep: number;
    readonly excludeTools: readonly string[];
  };
}

/** A tool that a reply in the form of OpenAI's Responses calls something else than engines do (COMPR-07). */
export interface RenamedTool {
  readonly engineName: string;
  readonly name: string;
  readonly namespace?: string;
  /** Its input is a text. */
  readonly isCustom?: true;
}

/** An item of an earlier reply that the body names instead of repeating it (COMPR-21). */
export interface ItemReference {
  readonly itemId: string;
  /** Of the item in the body, such as `input[1]`. */
  readonly path: string;
  /** The empty turn that stands for it. */
  readonly turn: number;
}

/** A summary of ours as the caller sent it back (COMPR-19). */
export interface SentSummary {
  /** Of its item, such as `input[0]`. */
  readonly path: string;
  readonly text: string;
  readonly signature: string;
}

/** What a reply in the form of OpenAI's Responses says of its request. */
export interface ResponsesRequest {
  /** JSON of the fields that the reply repeats, without braces (COMPR-10). */
  readonly repeated: string;
  readonly tools: readonly RenamedTool[];
  /** Reasoning that was asked for is shown. */
  readonly showsSummary: boolean;
  /** Reasoning that was asked for is given to the caller to keep (COMPR-09). */
  readonly signsReasoning: boolean;
  /** The caller does not mind that its output is kept (COMPR-21). */
  readonly mayKeep: boolean;
  /** Present until it is known to be genuine. */
  readonly summary?: SentSummary;
  /** Present until the items are read: the turns are then as they were sent, an empty one for each of these. */
  readonly references?: readonly ItemReference[];
}

/**
 * One model call in the inference pipeline, independent of its wire format. It is plain data, so that a large
 * body can be parsed on another thread. The conversation starts with the identity instruction (BILL-09).
 */
export interface InferenceCall extends Conversation {
  /** As the caller named it; undefined when omitted. */
  readonly requestedModel: string | undefined;
  readonly stream: boolean;
  /** As requested; undefined when omitted. */
  readonly maxTokens: number | undefined;
  /** Refuse a limit above what the model can generate, instead of lowering it (MSG-08). */
  readonly strictMaxTokens?: boolean;
  /** Lower the limit to what the prompt leaves of the window, instead of refusing the call (COMPG-08). */
  readonly lowersMaxTokens?: true;
  /** Absent once its messages are part of the conversation. */
  readonly prompt?: PromptCall;
  readonly needs?: readonly Need[];
  readonly pending?: readonly PendingContent[];
  readonly earlierReplies?: readonly EarlierReply[];
  readonly builtinTools?: readonly BuiltinTool[];
  readonly mcpServers?: readonly McpServer[];
  readonly contextManagement?: ContextManagement;
  /** As the caller sent it. Engines receive it as `cacheScope` (D-43). */
  readonly promptCacheKey?: string;
  /** The session of the client, if the body names it. Engines receive it as `sessionScope`. */
  readonly sessionId?: string;
  /** Chat only: the stream ends without usage (D-34). */
  readonly includeUsage?: false;
  /** OpenAI's Responses only. */
  readonly responses?: ResponsesRequest;
  /** Stored with the usage record (D-55). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Results of the steps between parsing and the engine. */
export interface Admission {
  readonly model: ChosenModel;
  /**
   * The plan does not include the requested model, so the default model answers (inference contract §3.2).
   */
  readonly downgraded: boolean;
  /** Clamped to the model's ceiling and to what the context window leaves. */
  readonly maxOutputTokens: number;
  /** Bytes of the prompt, an upper bound of its tokens. */
  readonly promptBytes: number;
  /** Tokens of the prompt, if admission had to count them. */
  readonly promptTokens: number | undefined;
  /** What it counts as against the model's limits per minute. Set by `limitModelRate`. */
  rates: RateTicket | undefined;
  /** A slot at the engines. The run releases it, however it ends. */
  lease: CapacityLease | undefined;
  /** Who pays, reported in `x-svc-billing-source`. Set by `reserveAllowance`, ended by the meter. */
  reservation: Reservation | undefined;
}
