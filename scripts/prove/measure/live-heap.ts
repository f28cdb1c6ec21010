import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../deployment/service-process.ts';

const ASK_AGAIN_MS = 20;
const RESPONSE_TIMEOUT_MS = 30_000;

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/**
 * What a service still holds after a full collection, in bytes: its heap and the buffers that hang on it. Its resident memory
 * holds what nobody has had reason to collect as well, some hundred megabytes more or less by chance.
 */
export async function liveHeapBytes(service: ServiceProcess): Promise<number> {
  const socket = new WebSocket(await inspectorUrl(service));
  try {
    await once(socket, 'open');
    await call(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = (await call(socket, 2, 'Runtime.getHeapUsage')) as HeapUsage;
    return usedSize + backingStorageSize;
  } finally {
    socket.close();
  }
}

/** The first time the service is told to open its inspector, on a port of its own. */
async function inspectorUrl(service: ServiceProcess): Promise<string> {
  const until = performance.now() + RESPONSE_TIMEOUT_MS;
  for (let progress = false; performance.now() < until; await delay(ASK_AGAIN_MS)) {
    const url = /Debugger listening on (ws:\S+)/.exec(service.output)?.[1];
    if (url) return url;
    if (!progress) progress = service.child.kill('SIGUSR1');
  }
  throw new Error('The service opened no inspector.');
}

async function call(socket: WebSocket, id: number, method: string): Promise<unknown> {
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
    const response = JSON.parse(data) as { id?: number; result?: unknown };
    if (response.id === id) return response.result;
  }
}
