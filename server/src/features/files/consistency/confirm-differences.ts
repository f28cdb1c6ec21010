import { BlobDamaged, BlobKeyUnavailable, BlobMissing } from '#blobs';
import { REMOVE_BLOBS } from '../remove-blobs.ts';
import { selectAwaitingRemoval, selectNamed, selectNeeded } from '../store/comparison.ts';
import type { Candidate, ComparedStores, Difference } from './compare-storage.ts';

type Unnamed = Extract<Candidate, { readonly what: 'blob_without_file' }>;
type Wanting = Exclude<Candidate, Unnamed>;

/**
 * Checks again, in an order that proves the difference. A row is written before its blob and deleted before it, in one transaction with the job that
 * removes the blob. So a blob that is still found after no row and no job was found has none, and a row that is still found after its blob was not
 * found lacks it.
 */
export async function confirmDifferences(
  stores: ComparedStores,
  candidates: readonly Candidate[],
): Promise<Difference[]> {
  const unnamed = candidates.filter((candidate) => candidate.what === 'blob_without_file');
  const wanting = candidates.filter((candidate) => candidate.what !== 'blob_without_file');
  return [...(await confirmUnnamed(stores, unnamed)), ...(await confirmWanting(stores, wanting))];
}

async function confirmUnnamed(stores: ComparedStores, candidates: readonly Unnamed[]): Promise<Difference[]> {
  if (candidates.length === 0) return [];
  const keys = candidates.map(({ blob }) => blob.key);
  const named = await selectNamed(stores.db, keys);
  const awaiting = await selectAwaitingRemoval(stores.db, REMOVE_BLOBS, keys);
  const found: Difference[] = [];
  for (const { what, blob } of candidates) {
    if (named.has(blob.key) || awaiting.has(blob.key)) continue;
    const state = await stateOf(stores, blob.key);
    if (state !== 'missing') found.push({ what, blob, opens: state === 'opens' });
  }
  return found;
}

async function confirmWanting(stores: ComparedStores, candidates: readonly Wanting[]): Promise<Difference[]> {
  const still: Wanting[] = [];
  for (const candidate of candidates)
    if (candidate.what === 'wrong_size' || (await stateOf(stores, candidate.named.key)) === 'missing')
      still.push(candidate);
  if (still.length === 0) return [];
  const needed = await selectNeeded(
    stores.db,
    still.map(({ named }) => named.key),
  );
  return still.filter(({ named }) => needed.has(named.key));
}

/** Checks its header, which names the data key: a blob of another deployment in the same storage cannot be decrypted. */
async function stateOf(
  { blobs }: ComparedStores,
  key: string,
): Promise<'opens' | 'does not open' | 'missing'> {
  try {
    (await blobs.get(key, { start: 0, end: 0 })).destroy();
    return 'opens';
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    // Where only the key of one owner cannot be had, the check of all others goes on.
    if (error instanceof BlobDamaged || error instanceof BlobKeyUnavailable) return 'does not open';
    throw error;
  }
}
