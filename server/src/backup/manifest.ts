import { z } from 'zod';
import { deriveKey, type Secret } from '#kit';
import { BackupRefused, notABackup } from './backup-errors.ts';

/** Changes when an older version could not restore a backup. */
export const BACKUP_FORMAT = 1;
export const COUNTS_ENTRY = 'counts.json';

const manifestSchema = z.object({
  /** See BACKUP_FORMAT. */
  format: z.int(),
  /** Of the service that wrote it. */
  version: z.string(),
  created_at: z.string(),
  database: z.object({ kind: z.literal('embedded'), migrations: z.array(z.string()) }),
  /** `bucket`: the contents of files are there, and not in the backup. */
  files: z.enum(['included', 'bucket']),
  /** Names the data key, which is not in the backup. */
  data_key: z.string(),
});
/** The first entry of a backup: what it is of. */
export type Manifest = z.infer<typeof manifestSchema>;

const count = z.int().min(0);
const countsSchema = z.object({
  database: z.object({ organizations: count, users: count, api_keys: count, files: count }),
  files: z.object({ count, bytes: count }),
  journals: z.object({ bytes: count }),
});
/** The last entry but the checksum: what is in the backup. */
export type Counts = z.infer<typeof countsSchema>;

/** Throws BackupRefused for a text that is no manifest, or one of a newer format. `version` is that of this program. */
export function parseManifest(text: string, version: string): Manifest {
  const json = parseJson(text);
  const format = z.object({ format: z.int(), version: z.string() }).safeParse(json).data;
  if (format && format.format > BACKUP_FORMAT) throw new BackupRefused(tooNew(format.version, version));
  const manifest = manifestSchema.safeParse(json).data;
  if (!manifest) throw notABackup();
  return manifest;
}

export function tooNew(theirs: string, ours: string): string {
  return `The backup was made by a newer version of Svc (${theirs}; this is ${ours}). Restore it with that version. Nothing was restored.`;
}

/** Undefined for anything else. */
export function parseCounts(text: string): Counts | undefined {
  return countsSchema.safeParse(parseJson(text)).data;
}

/** Tells data keys apart and reveals nothing about them. */
export function nameDataKey(dataKey: Secret): string {
  return deriveKey(dataKey, 'svc backup key name').toString('hex', 0, 8);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
