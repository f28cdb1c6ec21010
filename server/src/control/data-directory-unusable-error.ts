import { OperatorError } from '#kit';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
};

/** The system refuses the data directory. The message names the setting to change. */
export class DataDirectoryUnusableError extends OperatorError {
  constructor(path: string, code: string) {
    const reason = REASONS[code];
    super(
      `The data directory ${path} cannot be used: ${reason ? `${reason} (${code})` : code}. Set SVC_DATA_DIR to a directory that this user can create and write to, or run this as its owner.`,
    );
    this.name = 'DataDirectoryUnusableError';
  }

  /** A failed system call as this error; any other error as it is. */
  static from(error: unknown, path: string): unknown {
    const { code, syscall } = error as NodeJS.ErrnoException;
    return code !== undefined && syscall !== undefined ? new DataDirectoryUnusableError(path, code) : error;
  }
}
