import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { BlobDamaged, BlobMissing, BlobStoreUnavailable, type BlobStore, type StoredBlob } from '#blobs';
import { ApiError, type LimitValues, type PluginManifest } from '@svc/contract';
import { ByteCollector } from '#kit';
import { BlobReader } from './blob-reader.ts';
import { BundleNames } from './bundle-names.ts';
import { invalidPlugin } from './invalid-plugin.ts';
import { MANIFEST_NAME, MAX_MANIFEST_BYTES, parseManifest } from './parse-manifest.ts';

const ENTRIES_PER_YIELD = 16;

type BundleLimits = Pick<LimitValues, 'plugin_entries' | 'plugin_unpacked_bytes' | 'plugin_name_characters'>;

/**
 * What a bundle says of itself. Every entry is unpacked and counted on the way, because what an archive claims of its sizes need not be so; nothing
 * is written. Throws 400 `invalid_plugin` for what is no archive or would do harm where it is unpacked (D-PLUG-1).
 */
export async function inspectBundle(
  blobs: BlobStore,
  { key, sizeBytes }: StoredBlob,
  limits: LimitValues,
): Promise<PluginManifest> {
  try {
    const archive = await fromRandomAccessReaderPromise(new BlobReader(blobs, key, sizeBytes), sizeBytes, {
      lazyEntries: true,
      strictFileNames: true,
      autoClose: false,
    });
    try {
      return await inspectEntries(archive, limits);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof ApiError || isOurs(error)) throw error;
    throw invalidPlugin(reasonOf(error));
  }
}

async function inspectEntries(archive: ZipFile, limits: BundleLimits): Promise<PluginManifest> {
  const { plugin_entries: mostEntries, plugin_unpacked_bytes: mostBytes } = limits;
  if (archive.entryCount > mostEntries)
    throw invalidPlugin(`The bundle has more than ${mostEntries} entries.`);
  const names = new BundleNames();
  let manifest: PluginManifest | undefined;
  let bytes = 0;
  let entries = 0;
  for await (const entry of archive.eachEntry()) {
    // Entries of which the directory says all are read without a turn of the event loop between them.
    if (entries++ % ENTRIES_PER_YIELD === 0) await nextTurn();
    requireOrdinary(entry);
    names.add(entry.fileName);
    if (entry.fileName.endsWith('/')) continue;
    const isManifest = entry.fileName === MANIFEST_NAME;
    const kept = new ByteCollector(MAX_MANIFEST_BYTES);
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer> &
      Readable) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw invalidPlugin(`The bundle unpacks to more than ${mostBytes} bytes.`);
      if (isManifest && !kept.add(chunk))
        throw invalidPlugin(`${MANIFEST_NAME} is larger than ${MAX_MANIFEST_BYTES} bytes.`);
    }
    if (isManifest) manifest = parseManifest(kept.take(), limits);
  }
  if (!manifest) throw invalidPlugin(`The bundle has no ${MANIFEST_NAME} at its root.`);
  return manifest;
}

const KIND = 0o170_000;
const ORDINARY_KINDS: ReadonlySet<number> = new Set([0, 0o100_000, 0o040_000]);

/** A file or a folder, and neither a link nor encrypted. */
function requireOrdinary(entry: Entry): void {
  const name = JSON.stringify(entry.fileName.slice(0, 100));
  // The upper half is the mode of Unix, whatever system the archive says it is from.
  if (!ORDINARY_KINDS.has((entry.externalFileAttributes >>> 16) & KIND))
    throw invalidPlugin(
      `The entry ${name} is a link or a special file. A bundle may have files and folders.`,
    );
  if (entry.isEncrypted()) throw invalidPlugin(`The entry ${name} is encrypted.`);
}

/** A failure of the storage is no fault of the bundle. */
function isOurs(error: unknown): boolean {
  return (
    error instanceof BlobDamaged || error instanceof BlobMissing || error instanceof BlobStoreUnavailable
  );
}

const UNSAFE_NAME = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/s;

/** The sentences of the reader of archives, in words of whoever made the bundle. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /compression method/,
    'The bundle is compressed in a way that is not supported. Use the default of ZIP, deflate.',
  ],
  [/encrypt/, 'The bundle is encrypted. Pack it without a password.'],
  [/multi-disk/, 'The bundle is a part of a divided archive. Pack it as one file.'],
];
const DAMAGED = 'The bundle is not a ZIP archive, or it is damaged. Pack it again.';

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const name = UNSAFE_NAME.exec(text)?.[1];
  if (name !== undefined)
    return `The entry ${JSON.stringify(name.slice(0, 100))} would be unpacked outside of the bundle. Use relative names with / and without .. in them.`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? DAMAGED;
}
