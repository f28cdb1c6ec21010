import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { start, type Started } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';

const SCRIPT = fileURLToPath(new URL('../mock/main.ts', import.meta.url));
const START_LIMIT_MS = 10_000;
const RETRY_MS = 50;

/** Starts the mock upstream and resolves once it accepts connections. It serves the whole run. */
export async function startMock(
  folder: string,
  cpu: number,
): Promise<{ readonly mock: Started; readonly mockPort: number }> {
  const mockPort = await freePort();
  const mock = start({
    command: process.execPath,
    args: [SCRIPT, String(mockPort)],
    cpu,
    logFile: join(folder, 'mock.log'),
  });
  const deadlineMs = performance.now() + START_LIMIT_MS;
  while (!(await accepts(mockPort))) {
    if (performance.now() > deadlineMs) throw new Error('the mock upstream did not start');
    await sleep(RETRY_MS);
  }
  return { mock, mockPort };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
