import { ApiError } from '@svc/contract';
import type { ByteBudget } from './byte-budget.ts';
import type { ContentFetcher } from './content-fetcher.ts';
import type { ContentPart } from './content-part.ts';
import { decodeBase64 } from './decode-base64.ts';
import { invalidSource } from './refusals.ts';

/** What the files capability offers here, bound to the caller's workspace. */
export interface FileSource {
  /**
   * The bytes of a file that is ready and has that purpose. Throws as D-54 says: 404 `file_not_found`, 409
   * `resource_conflict`, 400 `unsupported_content`, with `path` as `param`.
   */
  read(
    fileId: string,
    options: { purpose: 'vision' | 'document'; limitBytes: number; path: string; signal: AbortSignal },
  ): Promise<Uint8Array>;
}

export interface SourceContext {
  readonly fetcher: ContentFetcher;
  /** Absent: nobody has files, so none is found. */
  readonly files?: FileSource;
  readonly budget: ByteBudget;
  readonly limitBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The bytes of a part, at most `limitBytes` of them. */
export async function sourceBytes({ kind, source, path }: ContentPart, context: SourceContext): Promise<Uint8Array> {
  if (source.type === 'url') return context.fetcher.fetch(source.url, { path, ...context });
  if (source.type === 'file') {
    const { files, budget, limitBytes, signal } = context;
    if (files === undefined) throw new ApiError('file_not_found', { param: path });
    const bytes = await files.read(source.fileId, { purpose: kind === 'image' ? 'vision' : 'document', limitBytes, path, signal });
    budget.take(bytes.length, path);
    return bytes;
  }
  const bytes = decodeBase64(source.data, path);
  if (bytes.length > context.limitBytes)
    throw invalidSource(path, `The content is too large. Send at most ${String(context.limitBytes)} bytes.`);
  return bytes;
}
