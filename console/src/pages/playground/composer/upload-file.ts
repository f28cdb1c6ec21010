import type { FileObject, FilePurpose } from '@svc/contract';
import { filesOf } from '../../../api/transfers.ts';
import { guessPurpose } from '../../../resources/files/guess-purpose.ts';

const PAUSE_MS = 500;

/** A message is about documents and images. What is neither is tried as a document, and the service says what is wrong with it. */
function purposeOf(file: File): FilePurpose {
  return guessPurpose(file) === 'vision' ? 'vision' : 'document';
}

/** Adds a file to those of the workspace and waits until a message can name it. Undefined: it could not be prepared. */
export async function uploadFile(
  workspaceId: string,
  file: File,
  signal: AbortSignal,
): Promise<FileObject | undefined> {
  const files = filesOf(workspaceId);
  let uploaded = await files.create({ file, purpose: purposeOf(file) }, { signal });
  while (uploaded.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    uploaded = await files.retrieve(uploaded.id, { signal });
  }
  return uploaded.status === 'ready' ? uploaded : undefined;
}
