import { access, constants, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './store-unavailable.ts';

/** As much as the database adds to its log at a time. */
const PROBE_BYTES = 65_536;

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full (ENOSPC). Free some space',
  EDQUOT: 'the disk quota is used up (EDQUOT). Free some space',
  EROFS:
    'it is on a read-only file system (EROFS). Mount it writable, or set SVC_DATA_DIR to another directory',
  ENOENT: 'it was not created completely, which takes 64 MB of disk. Free some space, and empty it',
  EIO: 'the disk fails (EIO). Replace it, and restore a backup into an empty directory (svc restore)',
};
const MAY_NOT =
  'this user may not write to it. Make the user that runs the service the owner of all files in it';
const DAMAGED =
  'its files are damaged, or of another version. Move the data directory away, and restore a backup (svc restore)';

/** Says why the embedded database could not be opened, and what to do. It says nothing itself, so the directory is tried. */
export async function explainEmbeddedFailure(directory: string): Promise<string> {
  return `The embedded database in ${directory} cannot be opened: ${await findCause(directory)}.`;
}

async function findCause(directory: string): Promise<string> {
  const probe = join(directory, 'probe.tmp');
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
    await access(join(directory, 'global', 'pg_control'), constants.R_OK | constants.W_OK);
    return DAMAGED;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EACCES' || code === 'EPERM') return `${MAY_NOT} (${code})`;
    return CAUSES[code] ?? DAMAGED;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
