import { pingClamd, ScannerUnavailable } from '#features/files';
import type { Finding } from './finding.ts';

const what = 'virus scanner';

/** Whether a clamd answers at `files.clamd_url`. */
export async function checkVirusScanner(url: string | undefined): Promise<Finding> {
  if (url === undefined) return { state: 'off', what, detail: 'files.clamd_url is not set' };
  try {
    await pingClamd(url);
    return { state: 'ok', what, detail: `${url} answers` };
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error;
    return { state: 'failed', what, detail: `${url}: ${error.message}` };
  }
}
