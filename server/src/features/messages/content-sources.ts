import { ApiError } from '@svc/contract';
import type { Block } from '#engine';
import type { Exchange, PendingContent } from '#exchange';

/** Turns what a body only names into blocks an engine takes: addresses, documents, uploaded files (D-53, D-54). */
export interface ContentSources {
  /** The block that belongs in the conversation. Throws the refusal, with the path as `param`. */
  read(content: PendingContent, exchange: Exchange): Promise<Block>;
}

/** Until there are files and a reader of documents: no file exists, and nothing else can be read. */
export const noContentSources: ContentSources = {
  read({ source, path }) {
    if (source.type === 'file') return Promise.reject(new ApiError('file_not_found', { param: `${path}.source.file_id` }));
    return Promise.reject(new ApiError('unsupported_content', { param: path }));
  },
};

/** Fetches what the call names, in order, and puts it in its place. */
export async function fillPending(sources: ContentSources, exchange: Exchange, pending: readonly PendingContent[]): Promise<void> {
  for (const content of pending) {
    const { list, index } = content.place;
    list[index] = await sources.read(content, exchange);
    if (exchange.gone) return;
  }
}
