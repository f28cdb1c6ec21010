import type { BlobStore } from '#blobs';
import type { Limits } from '#config';
import { ContentFetcher, ContentMemory, DocumentReader } from '#content';
import type { ContentDeps } from '#features/conversation';
import type { Clock, Closing, OutboundGuard } from '#kit';
import { WorkspaceScope, type Store } from '#store';
import { fileSource } from './file-source.ts';
import { UploadLeases } from './upload-leases.ts';

interface FilesParts {
  readonly db: Store['db'];
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly limits: () => Limits;
  readonly guard: OutboundGuard;
  readonly closing: Closing;
}

/** Where the images and documents of requests come from. */
export function openFiles({ db, blobs, clock, limits, guard, closing }: FilesParts) {
  const content: ContentDeps = {
    fetcher: new ContentFetcher(guard),
    reader: closing(new DocumentReader()),
    memory: new ContentMemory(limits),
    filesOf: ({ organizationId, workspaceId }) =>
      fileSource(blobs, new WorkspaceScope(db, organizationId, workspaceId ?? ''), () => clock.nowMs()),
  };
  return { content, uploadLeases: new UploadLeases(db, clock) };
}
