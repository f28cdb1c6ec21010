import { OperatorError } from '#kit';

/** A backup or a restore that was refused before anything was changed. */
export class BackupRefused extends OperatorError {
  override readonly name = 'BackupRefused';
}

/** An archive is not as it was written. */
export class BackupDamaged extends OperatorError {
  override readonly name = 'BackupDamaged';

  constructor(how: 'cut' | 'changed') {
    super(
      how === 'cut'
        ? 'The backup is incomplete: it ends too early. Nothing was restored.'
        : 'The backup is damaged: its content does not match its checksum. Nothing was restored.',
    );
  }
}

export function notABackup(): BackupRefused {
  return new BackupRefused(
    'This file was not made by svc backup. If it is compressed, decompress it first. Nothing was restored.',
  );
}
