import type { DialectName, OpenAiApi } from '#config';
import type { ConversationKey } from './conversation-key.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { AmendedRequest } from './refusal.ts';

/** UTF-8 bytes of a long text, counted on another thread: counting them here would copy the text. */
export interface KnownBytes {
  /** Of the text that was counted. */
  readonly characters: number;
  readonly bytes: number;
}

/**
 * The one internal form of a conversation. Both request formats are translated into it, every upstream
 * adapter translates from it, and neither side knows the other.
 */
export interface TextBlock extends Cacheable {
  readonly type: 'text';
  readonly text: string;
  /** Only of long texts. */
  readonly known?: KnownBytes;
}

/** Asks an engine to cache the prompt up to and including the part that it stands on (D-ENG-35). */
export interface CacheControl {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

/** A part of a prompt that a caller may mark. Engines without such markers ignore it. */
export interface Cacheable {
  readonly cacheControl?: CacheControl;
}

/** The source of a citation (D-42). Offsets in code points, ends exclusive; pages start at 1. */
export type Citation = { readonly citedText: string } & (
  | {
      readonly type: 'chars';
      readonly documentIndex: number;
      readonly documentTitle: string | null;
      readonly fileId: string | null;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly type: 'pages';
      readonly documentIndex: number;
      readonly documentTitle: string | null;
      readonly fileId: string | null;
      readonly start: number;
      readonly end: number;
    }
  | { readonly type: 'web'; readonly url: string; readonly title: string | null }
);

/**
 * A text that the reply may cite, split into passages. Marks refer to it by its index in
 * `Conversation.sources`.
 */
export interface CitableSource {
  readonly origin:
    | {
        readonly type: 'document';
        /** Its index among all documents of the request. */
        readonly index: number;
        readonly title: string | null;
        readonly fileId: string | null;
        /** As in `DocumentBlock`. */
        readonly pageStarts?: readonly number[];
      }
    | { readonly type: 'web'; readonly url: string; readonly title: string | null };
  readonly text: string;
  /** The end of each passage in `text`, in UTF-16 units. The passages cover the whole text. */
  readonly passageEnds: Uint32Array;
}

export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/**
 * An image as it was sent; its type was detected from its bytes. Base64, because every wire format uses it.
 */
export interface ImageBlock extends Cacheable {
  readonly type: 'image';
  readonly mediaType: ImageMediaType;
  readonly data: string;
  /** How closely to look at it; a hint that an engine may ignore. */
  readonly detail?: 'low' | 'high';
}

/**
 * The position of a citable document among all documents of the request, including those replaced by a
 * summary.
 */
export interface CitableDocument {
  readonly documentIndex: number;
}

/** A document as its text, for engines that read only text; `title` as the caller named it. */
export interface DocumentBlock extends Cacheable {
  readonly type: 'document';
  readonly title: string | undefined;
  readonly text: string;
  /** The reply shall cite this document. */
  readonly citable?: CitableDocument;
  /** The start of each page in `text`, in UTF-16 units; absent if it has no pages. */
  readonly pageStarts?: readonly number[];
  readonly fileId?: string;
}

/**
 * `arguments` remains the JSON text that the model wrote, byte for byte: it may be invalid JSON and must
 * survive a round trip.
 */
export interface ToolCallBlock extends Cacheable {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ToolResultBlock extends Cacheable {
  readonly type: 'tool_result';
  readonly callId: string;
  /** The whole text. */
  readonly text: string;
  readonly images?: readonly ImageBlock[];
  readonly isError?: boolean;
}

/** Reasoning of an assistant turn before its output. A signature check proved that it came from us. */
export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly text: string;
}

/** A summary that replaces everything before it (D-39): written by us, sent back by the caller. */
export interface CompactionBlock {
  readonly type: 'compaction';
  readonly text: string;
}

export type Block =
  | CompactionBlock
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | ToolCallBlock
  | ToolResultBlock
  | ReasoningBlock;

/**
 * `system` holds text; `user` text, images, documents and tool results; `assistant` text, tool calls and
 * reasoning. In conversation order.
 */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

export interface FunctionTool extends Cacheable {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, passed on unchanged. */
  readonly parameters?: unknown;
  /** Its text as it was sent, where parsing changed it. */
  readonly parametersText?: string;
  /** Arguments must match the schema. Absent: best effort. */
  readonly strict?: true;
}

/** `any` must call some tool; `{ name }` must call that one. */
export type ToolChoice = 'auto' | 'none' | 'any' | { readonly name: string };

export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
}

/** The form that the reply's text must have (D-38). Absent: any text. */
export type ResponseFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string;
      readonly schema: Readonly<Record<string, unknown>>;
      /** Its text as it was sent, where parsing changed it. */
      readonly schemaText?: string;
      /** An invalid reply is refused. Absent: best effort. */
      readonly strict?: true;
      /** Like `strict`, but not passed to engines, which support fewer schemas. */
      readonly enforced?: true;
    };

/** How much to reason: as a level or in tokens (D-37). */
export type ReasoningEffort = { readonly effort: 'low' | 'medium' | 'high' } | { readonly maxTokens: number };

/**
 * What a caller asks of an engine. Optional fields are always absent on live chat, where callers' values are
 * removed; for an absent field an adapter sends nothing.
 */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
  /** The caller allowed some of its tools only, those in `tools`: calls of others are not passed on. */
  readonly onlyListedTools?: true;
  /** False: at most one call per reply, which we enforce whatever the engine does. */
  readonly parallelToolCalls?: boolean;
  /** Texts before which the reply ends. We enforce them whatever the engine does. */
  readonly stopSequences?: readonly string[];
  readonly sampling?: Sampling;
  /** Absent: no reasoning was requested. */
  readonly reasoning?: ReasoningEffort;
  readonly responseFormat?: ResponseFormat;
  /** What the reply may cite. The turns contain the passages of each source after their marks. */
  readonly sources?: readonly CitableSource[];
  /**
   * Requests with the same scope may share a cached prefix (D-43): opaque, derived from the workspace and the
   * caller's key. Absent: not requested.
   */
  readonly cacheScope?: string;
  /** The same for the caller's session, where the caller names one and no key. */
  readonly sessionScope?: string;
  /** What engines signed in it. Absent where nothing can call a tool. */
  readonly memory?: EngineMemory;
}

/** How a server of OpenAI's form wants requests. */
export interface RequestDialect {
  readonly dialect?: DialectName;
  readonly api?: OpenAiApi;
}

/** A conversation to answer. Its form is the route's, where that is not the engine's. */
export interface GenerateRequest
  extends Conversation, RequestDialect, Omit<AmendedRequest, 'maxOutputTokens'> {
  /** The prompt's owner: an engine's cache of it serves no other tenant. Never sent to a server. */
  readonly tenant?: string;
  /** Its place among the engine's caches. Absent: it belongs to no conversation. */
  readonly conversationKey?: Pick<ConversationKey, 'cacheKey'> | undefined;
  /** Already limited to the model's ceiling and the context window. */
  readonly maxOutputTokens: number;
  /** As the caller asked. Absent: the caller set no limit, so an engine with less room may get a lower one. */
  readonly maxTokens?: number | undefined;
  /**
   * The request is fitted to the engine rather than refused: a lower limit (COMPG-08), and no settings that the engine
   * does not know (COMPG-09).
   */
  readonly lowersMaxTokens?: true;
  /**
   * False lets an adapter request a complete response from its upstream instead of a stream; the events are
   * the same.
   */
  readonly stream: boolean;
  /** Sent to engines elsewhere, if the call is traced: the place of its spans in the trace. */
  readonly traceparent?: string;
}
