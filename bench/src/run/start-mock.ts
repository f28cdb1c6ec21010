import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeReplies } from '../mock/write-replies.ts';
import { buildNative } from '../native/build-native.ts';
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
  const mock = start({ ...mockCommand(mockPort, folder), cpu, logFile: join(folder, 'mock.log') });
  const deadlineMs = performance.now() + START_LIMIT_MS;
  while (!(await accepts(mockPort))) {
    if (performance.now() > deadlineMs) throw new Error('the mock upstream did not start');
    await sleep(RETRY_MS);
  }
  return { mock, mockPort };
}

function mockCommand(port: number, folder: string): { readonly command: string; readonly args: string[] } {
  const native = buildNative('mock');
  if (native === undefined) return { command: process.execPath, args: [SCRIPT, String(port)] };
  const replies = join(folder, 'replies');
  writeReplies(replies);
  return { command: native, args: [String(port), replies] };
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
