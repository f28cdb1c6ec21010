import type { Lesson } from './upstreams/http/request-format.ts';

/** What an engine's error is about, by its words and codes (D-ENG-9 to D-ENG-13). */
export type RefusalReason =
  /** The prompt does not fit, alone or with the reply. */
  | 'context_length'
  /** `max_tokens` is more than the model writes, whatever the prompt. */
  | 'output_ceiling'
  /** Too many images, or too large ones. */
  | 'images'
  /** More bytes than the engine takes. */
  | 'size'
  /** A field, or its value, that the engine does not know. */
  | 'parameter'
  /** The prompt was filtered. */
  | 'content_filter'
  /** The operator's account has no money. */
  | 'account'
  /** The operator's account has used up what it may use for a longer time. */
  | 'quota'
  | 'credential'
  /** The credential has ended: another one may be taken (D-ENG-4). */
  | 'expired'
  | 'model'
  | 'throttled'
  | 'overloaded'
  | 'timeout';

/** An engine's error in our words. Holds nothing of its text. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Known by words alone, in a response that blames the request: the caller may have written them, and the engine quotes it. */
  readonly isByWords?: true;
  /** Tokens of the prompt and of the window, where the engine counts them. */
  readonly prompt?: { readonly tokens: number; readonly mostTokens: number };
  /** Tokens that the reply may have. */
  readonly fitsTokens?: number;
  /** Names of request fields that the engine spoke of, as they are sent. */
  readonly parameters?: readonly string[];
}

/** The same request may succeed at the same engine when it is sent again, with this change. */
export interface AmendedRequest {
  /** Absent: as before. */
  readonly maxOutputTokens?: number;
  /** What the engine's refusals said of its form. It is remembered once the engine takes a request that is written so. */
  readonly lessons?: readonly Lesson[];
  /** Sent with another token than before, which happens once (D-ENG-4). */
  readonly credentialRenewed?: true;
}

/** Reasons that lie in the request. All others are the engine's, or the operator's. */
const OF_THE_REQUEST: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'context_length',
  'output_ceiling',
  'images',
  'size',
  'content_filter',
]);

/** Whether the caller's request is what was refused. */
export function blamesRequest({ reason }: Refusal): boolean {
  return OF_THE_REQUEST.has(reason);
}
