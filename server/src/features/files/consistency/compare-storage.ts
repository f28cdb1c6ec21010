import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { BlobStore, ListedBlob } from '#blobs';
import type { Tables } from '#store';
import { findNamedBlobs, isNeeded, type NamedBlob } from '../store/comparison.ts';
import { confirmDifferences } from './confirm-differences.ts';

/** Rows and blobs compared between two pauses, and candidates confirmed together. */
const PAGE = 500;

export type Difference =
  /** No row refers to the blob. `opens`: its header is valid for this deployment's data key. */
  | { readonly what: 'blob_without_file'; readonly blob: ListedBlob; readonly opens: boolean }
  | { readonly what: 'file_without_blob'; readonly named: NamedBlob }
  /** `sizeBytes` null: no valid blob has this size. */
  | { readonly what: 'wrong_size'; readonly named: NamedBlob; readonly sizeBytes: number | null };

/** A difference between two lists that were read one after the other: a file may have been added or removed meanwhile. */
export type Candidate =
  | { readonly what: 'blob_without_file'; readonly blob: ListedBlob }
  | Exclude<Difference, { readonly what: 'blob_without_file' }>;

export interface ComparedStores {
  readonly db: Kysely<Tables>;
  readonly blobs: BlobStore;
}

/**
 * Compares all blobs with all rows that refer to one, as a merge in key order with one page in memory at a time. Files may be added
 * and removed meanwhile. Sleeps half of the time to leave capacity for calls. Rejects with the signal's reason.
 */
export async function* compareStorage(
  stores: ComparedStores,
  signal?: AbortSignal,
): AsyncGenerator<Difference | { readonly what: 'compared'; readonly named: number }> {
  let candidates: Candidate[] = [];
  let [seen, count, startedAt] = [0, 0, performance.now()];
  for await (const { named, blob } of sideBySide(stores)) {
    if (named) count++;
    const candidate = compare(named, blob);
    if (candidate) candidates.push(candidate);
    if (++seen % PAGE > 0) continue;
    yield* await confirmDifferences(stores, candidates);
    candidates = [];
    await delay(performance.now() - startedAt, undefined, { signal });
    startedAt = performance.now();
  }
  yield* await confirmDifferences(stores, candidates);
  yield { what: 'compared', named: count };
}

interface Pair {
  readonly named: NamedBlob | undefined;
  readonly blob: ListedBlob | undefined;
}

/** Each key once, with its data from both sides. */
async function* sideBySide({ db, blobs }: ComparedStores): AsyncGenerator<Pair> {
  const listing = blobs.list()[Symbol.asyncIterator]();
  const naming = namedBlobs(db);
  let blob = (await listing.next()).value as ListedBlob | undefined;
  let named = (await naming.next()).value;
  while (blob || named) {
    const isListed = blob !== undefined && (!named || blob.key <= named.key);
    const isNamed = named !== undefined && (!blob || named.key <= blob.key);
    yield { named: isNamed ? named : undefined, blob: isListed ? blob : undefined };
    if (isListed) blob = (await listing.next()).value as ListedBlob | undefined;
    if (isNamed) named = (await naming.next()).value;
  }
}

async function* namedBlobs(db: Kysely<Tables>): AsyncGenerator<NamedBlob, undefined> {
  for (let after = ''; ;) {
    const page = await findNamedBlobs(db, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return undefined;
    after = last.key;
  }
}

function compare(named: NamedBlob | undefined, blob: ListedBlob | undefined): Candidate | undefined {
  if (!named) return blob && { what: 'blob_without_file', blob };
  if (!isNeeded(named)) return undefined;
  if (!blob) return { what: 'file_without_blob', named };
  const { sizeBytes } = blob;
  return sizeBytes === null || sizeBytes !== (named.bytes ?? sizeBytes)
    ? { what: 'wrong_size', named, sizeBytes }
    : undefined;
}
