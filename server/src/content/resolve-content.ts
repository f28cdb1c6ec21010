import { ApiError } from '@svc/contract';
import { ContentBudget } from './content-budget.ts';
import type { ContentFetcher } from './content-fetcher.ts';
import type { ContentHold } from './content-memory.ts';
import type { ContentPart, ResolvedContent } from './content-part.ts';
import type { Requester } from './fair-slots.ts';
import type { DocumentReader } from './reader/document-reader.ts';
import { resolveDocument } from './resolve-document.ts';
import { resolveImage } from './resolve-image.ts';
import type { FileSource } from './source-bytes.ts';

/** The deployment's `limits` that apply here; each name is a row of the contract's table. */
export interface ContentLimits {
  readonly images_per_request: number;
  readonly documents_per_request: number;
  readonly image_bytes: number;
  readonly messages_body_bytes: number;
  readonly content_fetch_timeout_s: number;
}

/** The signal fires when the caller leaves; its reason is then thrown. */
export interface ContentContext extends Requester {
  /** One for the process. */
  readonly fetcher: ContentFetcher;
  /** One for the process; closed with it. */
  readonly reader: DocumentReader;
  /** The files of the caller's workspace; absent until there are any. */
  readonly files?: FileSource;
  readonly limits: ContentLimits;
  /**
   * The process memory that the request takes. Its creator releases it when the content is no longer used.
   */
  readonly hold: ContentHold;
}

/** How many parts of one request are processed concurrently. */
const CONCURRENCY = 8;

/** Throws 400 `invalid_request` on `messages` when a request holds too many images or documents (D-53, MSG-24, MSG-25). */
function limitParts(parts: readonly ContentPart[], limits: ContentLimits): void {
  const images = parts.filter((part) => part.kind === 'image').length;
  if (images > limits.images_per_request)
    throw new ApiError('invalid_request', {
      param: 'messages',
      message: `At most ${String(limits.images_per_request)} images fit into one request. Send fewer.`,
    });
  if (parts.length - images > limits.documents_per_request)
    throw new ApiError('invalid_request', {
      param: 'messages',
      message: `At most ${String(limits.documents_per_request)} documents fit into one request. Send fewer.`,
    });
}

/**
 * Calls `work` for every item, a few at a time. After the first failure it starts no further items and calls
 * `stop`.
 */
async function forEachFew<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  stop: () => void,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  } finally {
    stop();
  }
}

/**
 * Turns the images and documents of a request into what engines take: images as checked bytes with their type and size,
 * documents as text in pages. Call it once with all parts of the request, those inside tool results too, after the model
 * is chosen (a block the model cannot read is refused before anything is fetched) and before admission. Answers are in
 * the order of the parts. It throws ApiErrors, with the part's `path` as `param`:
 *
 * - 400 `invalid_request`: too many parts (`param` is `messages`), bad base64, an unusable or unreachable URL, too large
 * - 400 `unsupported_content`: not an image or document that can be read, or of another type than declared
 * - 404 `file_not_found`, 409 `resource_conflict`: as the FileSource says; without one every file is unknown
 * - 503 `temporarily_unavailable`: too much is being fetched, read or held already, for this organization or in all
 *
 * Contract §2.7, D-53, D-54.
 */
export async function resolveContent<P extends ContentPart>(
  parts: readonly P[],
  context: ContentContext,
): Promise<ResolvedContent<P>[]> {
  const { limits } = context;
  limitParts(parts, limits);
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const budget = new ContentBudget(limits.messages_body_bytes, context.hold);
  const resolved: ResolvedContent<ContentPart>[] = [];
  const sources = { ...context, budget, signal, timeoutMs: limits.content_fetch_timeout_s * 1000 };
  const resolve = async ([index, part]: [number, ContentPart]): Promise<void> => {
    resolved[index] =
      part.kind === 'image'
        ? await resolveImage(part, { ...sources, limitBytes: limits.image_bytes })
        : await resolveDocument(part, { ...sources, limitBytes: limits.messages_body_bytes });
  };
  await forEachFew([...parts.entries()], resolve, () => stopping.abort());
  return resolved as ResolvedContent<P>[];
}
