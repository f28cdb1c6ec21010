/**
 * The one internal form of a conversation. Both request shapes translate into it, every upstream adapter translates
 * out of it, and neither side knows the other.
 */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Where a text has its support (D-42). Offsets in code points, ends exclusive; pages from 1. */
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

/** A text the reply may cite, cut into passages. Marks name it by its place in `Conversation.sources`. */
export interface CitableSource {
  readonly origin:
    | {
        readonly type: 'document';
        /** Among all documents of the request. */
        readonly index: number;
        readonly title: string | null;
        readonly fileId: string | null;
        /** As in `DocumentBlock`. */
        readonly pageStarts?: readonly number[];
      }
    | { readonly type: 'web'; readonly url: string; readonly title: string | null };
  readonly text: string;
  /** Where each passage ends in `text`, in UTF-16 units. Together they are all of it. */
  readonly passageEnds: Uint32Array;
}

export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** An image as it was sent; its type was told from its bytes. Base64, because that is what every wire takes. */
export interface ImageBlock {
  readonly type: 'image';
  readonly mediaType: ImageMediaType;
  readonly data: string;
  /** How closely to look at it; a hint that an engine may not know. */
  readonly detail?: 'low' | 'high';
}

/** Where a document to be cited stands among all of the request, also those a summary stands for. */
export interface CitableDocument {
  readonly documentIndex: number;
}

/** A document as the text in it, for engines that read text only; `title` as the caller named it. */
export interface DocumentBlock {
  readonly type: 'document';
  readonly title: string | undefined;
  readonly text: string;
  /** The reply is to say what it takes from here. */
  readonly citable?: CitableDocument;
  /** Where its pages begin in `text`, in UTF-16 units; absent where it has none. */
  readonly pageStarts?: readonly number[];
  readonly fileId?: string;
}

/** `arguments` stays the JSON text the model wrote, byte for byte: it may be invalid JSON and must survive a round trip. */
export interface ToolCallBlock {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly callId: string;
  /** All of its text. */
  readonly text: string;
  readonly images?: readonly ImageBlock[];
  readonly isError?: boolean;
}

/** What an assistant turn reasoned before what follows it. Whoever sent it back was checked to have had it from us. */
export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly text: string;
}

/** What stands for everything before it (D-39): written by us, sent back by the caller. */
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
 * `system` holds text; `user` text, images, documents and tool results; `assistant` text, tool calls and reasoning.
 * Order is conversation order.
 */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

export interface FunctionTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, passed on untouched. */
  readonly parameters?: unknown;
  /** Arguments must follow the schema. Absent: best effort. */
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

/** The form the reply's text must have (D-38). Absent: any text. */
export type ResponseFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string;
      readonly schema: Readonly<Record<string, unknown>>;
      /** The reply is valid or it is refused; absent: best effort. */
      readonly strict?: true;
    };

/** How much to reason: by degree or by tokens (D-37). */
export type ReasoningEffort = { readonly effort: 'low' | 'medium' | 'high' } | { readonly maxTokens: number };

/**
 * What a caller asks of an engine. The fields that may be absent are so on live chat, whose callers' values are
 * stripped; an adapter that is not given one sends nothing in its place.
 */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
  /** False: at most one call per reply, which is enforced whatever the engine does. */
  readonly parallelToolCalls?: boolean;
  /** Texts that end the reply before them, enforced whatever the engine does. */
  readonly stopSequences?: readonly string[];
  readonly sampling?: Sampling;
  /** Absent: not asked to reason. */
  readonly reasoning?: ReasoningEffort;
  readonly responseFormat?: ResponseFormat;
  /** What the reply may cite. The passages of each stand in the turns behind their marks. */
  readonly sources?: readonly CitableSource[];
  /** What may share a cached prefix (D-43): opaque, made from the workspace and the caller's key. Absent: nothing was asked. */
  readonly cacheScope?: string;
}

/** One conversation to be answered. */
export interface GenerateRequest extends Conversation {
  /** Whose prompt it is: what an engine of ours remembers of it serves nobody else. Never sent to a server. */
  readonly tenant?: string;
  /** Already clamped to the model's ceiling and the context window. */
  readonly maxOutputTokens: number;
  /** False lets an adapter ask its upstream for one whole answer instead of a stream; the events are the same. */
  readonly stream: boolean;
}
