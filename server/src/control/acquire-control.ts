import { randomBytes } from 'node:crypto';
import { chmod, link, rename } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { makeDirectory } from '#kit';
import { claim, remove, type Claim } from './claim.ts';
import { controlClient } from './control-client.ts';
import { DataDirectoryBusyError } from './control-refusal.ts';
import { createControlServer } from './control-server.ts';
import { DataDirectoryUnusableError } from './data-directory-unusable-error.ts';
import { CONTROL_SOCKET, type ControlHandlers } from './protocol.ts';
import { withSocketAddress } from './socket-address.ts';

/** The lock on a data directory, held while this process lives, and the channel operators reach it through. */
export interface Control {
  /** Path of the socket. */
  readonly path: string;
  /** Answers control requests from now on. Until then they are asked to try again. */
  serve(handlers: ControlHandlers): void;
  /** Stops listening, which gives the directory free. To be called last: another process may own it at once. */
  release(): Promise<void>;
}

/**
 * Takes the data directory, making it (mode 0700) when it is missing. Must come before anything in it is opened: two
 * processes on one embedded database lose acknowledged rows. A directory whose owner was killed is free at once.
 * Throws DataDirectoryBusyError when a live process has it, DataDirectoryUnusableError when the system refuses it.
 */
export async function acquireControl(dataDir: string): Promise<Control> {
  try {
    await makeDirectory(dataDir);
    return await takeControl(dataDir);
  } catch (error) {
    throw DataDirectoryUnusableError.from(error, dataDir);
  }
}

async function takeControl(dataDir: string): Promise<Control> {
  let handlers: ControlHandlers | undefined;
  const server = createControlServer(() => handlers);
  // Bound and listening under its own name first: no name that others look at ever stands for a socket not yet heard.
  const draft = `control.${process.pid}.${randomBytes(6).toString('hex')}`;
  const path = join(dataDir, CONTROL_SOCKET);
  let held: Claim | undefined;
  try {
    await listen(server, dataDir, draft);
    await chmod(join(dataDir, draft), 0o600);
    const claimed = await claim(dataDir, draft);
    if (claimed === 'busy') throw new DataDirectoryBusyError(dataDir, await ownerPid(dataDir));
    held = claimed;
    await publish(dataDir, draft);
  } catch (error) {
    await held?.withdraw();
    await close(server);
    throw error;
  } finally {
    await remove(join(dataDir, draft));
  }
  return {
    path,
    serve(given) {
      handlers = given;
    },
    async release() {
      await remove(path);
      await held?.withdraw();
      await close(server);
    },
  };
}

/** The name clients use. Only the owner gets here, so replacing what an earlier owner left is safe. */
async function publish(dataDir: string, draft: string): Promise<void> {
  const next = `${draft}.next`;
  await link(join(dataDir, draft), join(dataDir, next));
  try {
    await rename(join(dataDir, next), join(dataDir, CONTROL_SOCKET));
  } catch (error) {
    await remove(join(dataDir, next));
    throw error;
  }
}

function listen(server: Server, directory: string, name: string): Promise<void> {
  return withSocketAddress(
    directory,
    name,
    (address) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        // Exclusive: within a worker of node:cluster the socket would else be its parent's, and the lock end with the parent.
        server.listen({ path: address, exclusive: true }, () => {
          server.off('error', reject);
          // The socket must not keep a process alive that has nothing else to do.
          server.unref();
          resolve();
        });
      }),
  );
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Undefined when the owner does not answer in time, or has not published its socket yet. */
async function ownerPid(dataDir: string): Promise<number | undefined> {
  try {
    const client = await controlClient(dataDir);
    const { pid } = (await client?.call('GET /status', {}, { timeoutMs: 1000 })) ?? {};
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}
