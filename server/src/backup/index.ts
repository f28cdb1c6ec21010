/** One file with everything of a service on the embedded database, written while it runs; and back. */
export { BackupRefused } from './backup-errors.ts';
export { Backups, refusePostgres } from './backups.ts';
export { openBackups } from './open-backups.ts';
export { restoreBackup, type Restored } from './restore-backup.ts';
export { requireFinishedRestore } from './restore-target.ts';
