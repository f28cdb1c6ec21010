import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** `sun_path` holds 108 bytes on Linux and 104 elsewhere, with the closing zero byte. */
const ADDRESS_LIMIT_BYTES = 103;

/**
 * Calls `use` with an address for the socket `name` in `directory` that fits a unix socket address, however long the
 * path is: on Linux a long one goes through /proc/self/fd of the opened directory. The address is good only until
 * `use` has settled. Elsewhere a long path is refused.
 */
export async function withSocketAddress<T>(
  directory: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= ADDRESS_LIMIT_BYTES) return use(path);
  if (process.platform !== 'linux') {
    throw new Error(
      `The path ${path} is longer than the ${ADDRESS_LIMIT_BYTES} bytes a unix socket may have. Set SVC_DATA_DIR to a shorter one.`,
    );
  }
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await use(`/proc/self/fd/${handle.fd}/${name}`);
  } finally {
    await handle.close();
  }
}
