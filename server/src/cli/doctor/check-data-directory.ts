import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '#config';
import type { Finding } from './finding.ts';

const GIB = 1024 ** 3;
/** Below this a database, its journal and a day of usage records may not fit. */
const LOW_SPACE_BYTES = GIB;

/** Whether the data directory can be written (or made), the space on its disk, and its data key. */
export function checkDataDirectory({ dataDir, databaseUrl }: Environment): Finding[] {
  const existing = nearestExisting(dataDir);
  const { bavail, bsize } = statfsSync(existing);
  const freeBytes = bavail * bsize;
  const space: Finding = {
    state: freeBytes < LOW_SPACE_BYTES ? 'failed' : 'ok',
    what: 'disk space',
    detail: `${(freeBytes / GIB).toFixed(1)} GiB free`,
  };
  const made = existsSync(join(dataDir, 'data.key'))
    ? 'in the data directory: back it up'
    : 'created at the first start';
  const key: Finding = { state: 'ok', what: 'data key', detail: databaseUrl ? 'SVC_DATA_KEY' : made };
  return [writable(dataDir, existing), space, key];
}

function writable(dataDir: string, existing: string): Finding {
  const what = 'data directory';
  try {
    // Tried and not asked: permissions do not tell for a file in the way, a read-only disk, /proc, or the root user.
    rmdirSync(mkdtempSync(join(existing, 'svc-doctor-')));
    return {
      state: 'ok',
      what,
      detail: existing === dataDir ? dataDir : `${dataDir} (created at the first start)`,
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      state: 'failed',
      what,
      detail: `cannot write to ${existing} (${code}): set SVC_DATA_DIR to another directory`,
    };
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
