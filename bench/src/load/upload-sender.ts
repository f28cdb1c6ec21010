import { randomFillSync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { UploadsJob, UploadTarget } from './job.ts';

/** What the thread is started with. */
export interface SenderWork {
  readonly port: number;
  readonly upload: UploadTarget;
  readonly job: UploadsJob;
}

export interface SenderResult {
  readonly failed: number;
  readonly tookMs: number;
}

/** Sent again and again: what the bytes are makes no difference to whoever takes them. */
const CHUNK = randomFillSync(Buffer.alloc(256 * 1024));
const SUCCESS = /^HTTP\/1\.1 20[0-9] /;

const { port, upload, job } = workerData as SenderWork;
goLast();
const startedMs = performance.now();
const outcomes = await Promise.all(Array.from({ length: job.uploads }, (_, number) => send(number)));
const result: SenderResult = {
  failed: outcomes.filter((succeeded) => !succeeded).length,
  tookMs: performance.now() - startedMs,
};
parentPort?.postMessage(result);

/**
 * Those who upload have processors of their own. Here they share one with what measures the requests, which would wait for this
 * thread and count its wait as the service's.
 */
function goLast(): void {
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
}

/** Resolves with whether the file was taken. */
function send(number: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let response = '';
  socket.on('data', (chunk: Buffer) => {
    response += chunk.toString('latin1');
    if (response.includes('\r\n\r\n')) resolve(SUCCESS.test(response));
  });
  socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  const timer = setTimeout(() => resolve(false), job.deadlineMs);
  socket.write(head(number));
  writeFile(socket);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

function head(number: number): string {
  const { method, path, headerSets, before, after } = upload;
  const length = before.length + job.fileBytes + after.length;
  const headers = headerSets[number % headerSets.length] ?? [];
  return [
    `${method} ${path}${number} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...headers,
    `content-length: ${length}`,
    '',
    before,
  ].join('\r\n');
}

/** No faster than it is taken. */
function writeFile(socket: Socket): void {
  let left = job.fileBytes;
  const write = (): void => {
    while (left > 0) {
      const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', write);
    }
    socket.write(upload.after);
  };
  write();
}
