import { readSmallFile } from '#kit';
import { EngineFault } from '../../../events.ts';

/** A file that proves who the service is, read for each token because its owner replaces it. One that cannot be read is the operator's. */
export async function readTokenFile(path: string): Promise<string> {
  try {
    return await readSmallFile(path);
  } catch {
    throw new EngineFault('status', { status: 401, refusal: { reason: 'credential' } });
  }
}
