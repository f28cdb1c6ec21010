import { ApiError } from '@svc/contract';
import type { ContentBudget } from './content-budget.ts';
import type { ContentFetcher } from './content-fetcher.ts';
import type { ContentPart } from './content-part.ts';
import type { Requester } from './fair-slots.ts';
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

export interface SourceContext extends Requester {
  readonly fetcher: ContentFetcher;
  /** Absent: nobody has files, so none is found. */
  readonly files?: FileSource;
  readonly budget: ContentBudget;
  readonly limitBytes: number;
  readonly timeoutMs: number;
}

/** The bytes of a part, at most `limitBytes` of them. */
export async function sourceBytes(
  { kind, source, path }: ContentPart,
  context: SourceContext,
): Promise<Uint8Array> {
  if (source.type === 'url') return context.fetcher.fetch(source.url, { path, ...context });
  if (source.type === 'file') {
    const { files, budget, limitBytes, signal } = context;
    if (files === undefined) throw new ApiError('file_not_found', { param: path });
    const bytes = await files.read(source.fileId, {
      purpose: kind === 'image' ? 'vision' : 'document',
      limitBytes,
      path,
      signal,
    });
    budget.takeBytes(bytes.length, path);
    return bytes;
  }
  const bytes = decodeBase64(source.data, path);
  if (bytes.length > context.limitBytes)
    throw invalidSource(path, `The content is too large. Send at most ${String(context.limitBytes)} bytes.`);
  return bytes;
}

/** Standard base64 without spaces. Node's decoder skips what it does not know, so the length tells whether it did. */
function decodeBase64(data: string, path: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0 || bytes.length !== Buffer.byteLength(data, 'base64'))
    throw invalidSource(
      path,
      'The data in the source is not valid base64. Encode the bytes of the file without line breaks.',
    );
  return bytes;
}
