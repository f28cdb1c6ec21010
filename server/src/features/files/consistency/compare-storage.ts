import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { BlobStore, ListedBlob } from '#blobs';
import type { Tables } from '#store';
import { findNamedBlobs, type NamedBlob } from '../store/comparison.ts';
import { confirmDifferences } from './confirm-differences.ts';

/** Rows and blobs that are looked at between two pauses, and candidates that are looked at once more together. */
const PAGE = 500;

export type Difference =
  /** No row names the blob. `opens`: it was sealed for this deployment and is whole at its front. */
  | { readonly what: 'blob_without_file'; readonly blob: ListedBlob; readonly opens: boolean }
  | { readonly what: 'file_without_blob'; readonly file: NamedBlob }
  /** `sizeBytes` null: no blob has as many bytes. */
  | { readonly what: 'wrong_size'; readonly file: NamedBlob; readonly sizeBytes: number | null };

/** A difference by two lists that were read one after the other; meanwhile a file may have come or gone. */
export type Candidate =
  | { readonly what: 'blob_without_file'; readonly blob: ListedBlob }
  | Exclude<Difference, { readonly what: 'blob_without_file' }>;

export interface ComparedStores {
  readonly db: Kysely<Tables>;
  readonly blobs: BlobStore;
}

/**
 * Compares all blobs with all rows that name one, side by side in the order of their keys, a page in memory at a time. Files may come
 * and go meanwhile. It takes half of the time for itself and leaves the other half to calls. Rejects with the signal's reason.
 */
export async function* compareStorage(
  stores: ComparedStores,
  signal?: AbortSignal,
): AsyncGenerator<Difference | { readonly what: 'compared'; readonly files: number }> {
  let candidates: Candidate[] = [];
  let [seen, files, startedAt] = [0, 0, performance.now()];
  for await (const { file, blob } of sideBySide(stores)) {
    if (file) files++;
    const candidate = compare(file, blob);
    if (candidate) candidates.push(candidate);
    if (++seen % PAGE > 0) continue;
    yield* await confirmDifferences(stores, candidates);
    candidates = [];
    await delay(performance.now() - startedAt, undefined, { signal });
    startedAt = performance.now();
  }
  yield* await confirmDifferences(stores, candidates);
  yield { what: 'compared', files };
}

interface Pair {
  readonly file: NamedBlob | undefined;
  readonly blob: ListedBlob | undefined;
}

/** Each key once, with what is known of it on either side. */
async function* sideBySide({ db, blobs }: ComparedStores): AsyncGenerator<Pair> {
  const listed = blobs.list()[Symbol.asyncIterator]();
  const named = namedBlobs(db);
  let blob = (await listed.next()).value as ListedBlob | undefined;
  let file = (await named.next()).value;
  while (blob || file) {
    const isBlobNext = blob !== undefined && (!file || blob.key <= file.blob_key);
    const isFileNext = file !== undefined && (!blob || file.blob_key <= blob.key);
    yield { file: isFileNext ? file : undefined, blob: isBlobNext ? blob : undefined };
    if (isBlobNext) blob = (await listed.next()).value as ListedBlob | undefined;
    if (isFileNext) file = (await named.next()).value;
  }
}

async function* namedBlobs(db: Kysely<Tables>): AsyncGenerator<NamedBlob, undefined> {
  for (let after: string | undefined; ;) {
    const page = await findNamedBlobs(db, after, PAGE);
    yield* page;
    if (page.length < PAGE) return undefined;
    after = page.at(-1)?.blob_key;
  }
}

function compare(file: NamedBlob | undefined, blob: ListedBlob | undefined): Candidate | undefined {
  if (!file) return blob && { what: 'blob_without_file', blob };
  if (file.status === 'uploading' || file.status === 'failed') return undefined;
  if (!blob) return { what: 'file_without_blob', file };
  return blob.sizeBytes === file.bytes ? undefined : { what: 'wrong_size', file, sizeBytes: blob.sizeBytes };
}
