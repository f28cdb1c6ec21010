import type { Capability, ServerTool } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { CapacityLease, CitableDocument, Conversation, ImageBlock } from '#engine';
import type { Secret } from '#kit';
import type { RateTicket } from './rate-ticket.ts';
import type { Reservation } from './reservation.ts';

/** The catalogue's answer to a model name: which model runs and within which bounds. */
export interface ChosenModel {
  /** Public id, the only name a caller may see. */
  readonly id: string;
  /** The model as configured when the request was admitted, its prices included. */
  readonly config: ModelConfig;
  /** Tokens, prompt plus reply. */
  readonly contextWindow: number;
}

/** A capability or a built-in tool the model must have, and what is refused where it has not (D-41, D-61). */
export interface Need {
  readonly capability: Capability | ServerTool;
  readonly refusal: 'unsupported_parameter' | 'unsupported_content';
  /** The field, or the path of the block. */
  readonly param: string;
}

/** An image or document that the body names and that is not in the conversation yet. */
export interface PendingContent {
  readonly kind: 'image' | 'document';
  /** Path of its block, such as `messages[0].content[1]`. */
  readonly path: string;
  /** Path of the id of its file, where that is its source. */
  readonly filePath: string;
  readonly title: string | undefined;
  readonly source:
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'base64'; readonly mediaType: string; readonly data: string }
    | { readonly type: 'file'; readonly fileId: string };
  /** Where its block belongs: in a turn of the call or, as an image of a tool result, in that block. */
  readonly position: { readonly turn: number; readonly block: number; readonly image?: number };
  /** A document that the reply is to cite (D-42). */
  readonly citable?: CitableDocument;
  readonly detail?: ImageBlock['detail'];
}

/** An earlier reply as the caller sent it back, with what vouches for its reasoning (D-45, D-46). */
export interface EarlierReply {
  /** Of the list its reasoning blocks stand in, such as `messages[1].content`. */
  readonly path: string;
  /** Its position in the call. */
  readonly turn: number;
  /** Blocks of the turn as it was sent that are left out in front, because a compaction block stands for them (D-39). */
  readonly leftOut?: number;
  /** `position`: of the block in the turn, without those left out. */
  readonly reasoning: readonly { readonly position: number; readonly signature: string }[];
}

/** A tool of ours that the caller lets the model use (D-41). At most one of the two lists of domains. */
export interface BuiltinTool {
  readonly type: ServerTool;
  readonly maxUses: number;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}

/** A server whose tools the model may use (D-40). */
export interface McpServer {
  readonly name: string;
  readonly url: string;
  readonly tunnelId?: string;
  readonly authorizationToken?: Secret;
  /** Absent: all it has. */
  readonly allowedTools?: readonly string[];
}

/** What is done about a conversation that grows (D-39). Tokens from which on it is done. */
export interface ContextManagement {
  readonly compact?: {
    readonly triggerTokens: number;
    readonly instructions?: string;
    readonly pauseAfter: boolean;
  };
  readonly clearToolResults?: {
    readonly triggerTokens: number;
    readonly keep: number;
    readonly excludeTools: readonly string[];
  };
}

/**
 * One model call on its way through the inference pipeline, whatever its wire form: plain data, so that a large body can
 * be parsed on another thread. The conversation has the identity instruction in front (BILL-09).
 */
export interface InferenceCall extends Conversation {
  /** As the caller named it; undefined when left out. */
  readonly requestedModel: string | undefined;
  readonly stream: boolean;
  /** As asked for; undefined when left out. */
  readonly maxTokens: number | undefined;
  /** Refuse more tokens than the model can write, instead of lowering them (MSG-08). */
  readonly strictMaxTokens?: boolean;
  readonly needs?: readonly Need[];
  readonly pending?: readonly PendingContent[];
  readonly earlierReplies?: readonly EarlierReply[];
  readonly builtinTools?: readonly BuiltinTool[];
  readonly mcpServers?: readonly McpServer[];
  readonly contextManagement?: ContextManagement;
  /** As the caller sent it; what engines get of it is `cacheScope` (D-43). */
  readonly promptCacheKey?: string;
  /** A stream of chat ends without saying what it took (D-34). */
  readonly includeUsage?: false;
  /** Stored with the usage record (D-55). */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** What the steps between parsing and the engine decide. */
export interface Admission {
  readonly model: ChosenModel;
  /** The plan does not include the requested model, so the default one answers (inference contract §3.2). */
  readonly downgraded: boolean;
  /** Clamped to the model's ceiling and to what the context window leaves. */
  readonly maxOutputTokens: number;
  /** Bytes of the prompt: at least its tokens. */
  readonly promptBytes: number;
  /** Tokens of the prompt, where admission had to count them. */
  readonly promptTokens: number | undefined;
  /** What it counts as against the model's limits per minute. Set by `limitModelRate`. */
  rates: RateTicket | undefined;
  /** A slot at the engines; released by the run, however it ends. */
  lease: CapacityLease | undefined;
  /** Who pays; its source is reported in `x-svc-billing-source`. Set by `reserveAllowance`, ended by the meter. */
  reservation: Reservation | undefined;
}
