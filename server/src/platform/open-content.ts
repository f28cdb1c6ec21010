import { ContentFetcher, ContentMemory, type DocumentReader } from '#content';
import type { ContentDeps } from '#features/conversation';
import { fileSource } from '#features/files';
import type { OutboundGuard } from '#kit';
import { WorkspaceScope } from '#store';
import type { ProcessParts } from './process-services.ts';

/** Where the images and documents of requests come from. */
export function openContent(
  { store, blobs, clock, deployment }: ProcessParts,
  guard: OutboundGuard,
  reader: DocumentReader,
): ContentDeps {
  return {
    fetcher: new ContentFetcher(guard),
    reader,
    memory: new ContentMemory(() => deployment().limits),
    filesOf: ({ organizationId, workspaceId }) =>
      fileSource(blobs, new WorkspaceScope(store.db, organizationId, workspaceId ?? ''), () => clock.nowMs()),
  };
}
