import { BlobStoreUnavailable } from '../blob-errors.ts';

/** Runs a file system operation and throws BlobStoreUnavailable if it fails: disk full, read-only, unmounted, no permission. */
export async function inFolder<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof BlobStoreUnavailable ? error : unavailable(error);
  }
}

/** The same, but returns undefined for a file that does not exist. */
export async function inFolderIfThere<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unavailable(error);
  }
}

function unavailable(error: unknown): BlobStoreUnavailable {
  const { syscall = 'an operation', path } = error as NodeJS.ErrnoException;
  const what = `${syscall} failed with ${codeOf(error)}${path ? ` at ${path}` : ''}`;
  return new BlobStoreUnavailable(`The folder of files cannot be used: ${what}.`, { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'an unknown error';
}
