import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import { describeError, type Log } from '#kit';
import type { StoredFile } from '../store/file-rows.ts';
import { ScannerUnavailable } from './clamd-connection.ts';
import { scanWithClamd } from './clamd.ts';

export interface FileScannerDeps {
  readonly blobs: BlobStore;
  readonly log: Log;
  /** URL of clamd. Undefined: files are not scanned. */
  readonly clamdUrl: () => string | undefined;
}

/** The virus scanner of a deployment (D-FILE-5). */
export class FileScanner {
  readonly #deps: FileScannerDeps;
  /** Logs once when the scanner becomes unavailable and once when it is back, however many files wait for it. */
  #isUnavailable = false;

  constructor(deps: FileScannerDeps) {
    this.#deps = deps;
  }

  /** The problem of a file, if any. Rejects with ScannerUnavailable if it cannot be scanned now: it must not be accepted then. */
  async scan(file: StoredFile, signal: AbortSignal): Promise<FileFailure | undefined> {
    const { blobs, log, clamdUrl } = this.#deps;
    const url = clamdUrl();
    if (url === undefined) return undefined;
    const verdict = await this.#watched(async () =>
      scanWithClamd(url, await blobs.get(file.blob_key), signal),
    );
    if (verdict.type === 'clean') return undefined;
    if (verdict.type === 'infected') {
      log.warn({ file: file.id, signature: verdict.signature }, 'malware found in file');
      return 'malware_detected';
    }
    log.warn(
      { file: file.id, bytes: file.bytes },
      'file failed: larger than the limits of the virus scanner',
    );
    return 'processing_error';
  }

  async #watched<T>(scan: () => Promise<T>): Promise<T> {
    const { log } = this.#deps;
    try {
      const result = await scan();
      if (this.#isUnavailable) log.info('virus scanner available again');
      this.#isUnavailable = false;
      return result;
    } catch (error) {
      if (error instanceof ScannerUnavailable && !this.#isUnavailable) {
        this.#isUnavailable = true;
        log.warn(
          { error: describeError(error), reason: error.message },
          'virus scanner unavailable; files stay in processing',
        );
      }
      throw error;
    }
  }
}
