import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { DocumentFault } from './document-fault.ts';
import { withoutNetwork } from './network-namespace.ts';
import type { ReaderMessage, ReadRequest, Readings } from './reader-protocol.ts';

/** Entry point of a reading process. */
export const MAIN = fileURLToPath(new URL('./document-worker.ts', import.meta.url));
const PARSER = 'officeparser';
const START_TIMEOUT_MS = 30_000;

/** The server's own files, and every package folder that may contain the parser, linked or not. */
const READABLE = [
  fileURLToPath(new URL('../../..', import.meta.url)),
  ...(createRequire(import.meta.url).resolve.paths(PARSER) ?? []),
  realpathSync(fileURLToPath(import.meta.resolve(PARSER))).replace(/([\\/]node_modules[\\/]).*$/s, '$1'),
];

/** Command and flags of the reading Node process, which has almost no permissions from its first line on. */
export function readerNode(memoryMb: number): ReturnType<typeof withoutNetwork> {
  return withoutNetwork([
    '--permission',
    ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
    '--allow-worker',
    `--max-old-space-size=${String(memoryMb)}`,
  ]);
}

interface Pending {
  resolve(reading: Readings[keyof Readings]): void;
  reject(error: Error): void;
}

/**
 * A process that reads documents, one at a time. A process and not a thread: V8 aborts the whole process when
 * a parser allocates too much at once, whatever its thread's limit (ADR 0021).
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  #pending: Pending | undefined;
  #exited = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: ReaderMessage) => this.#settle(message));
    child.on('error', () => this.#end());
    child.on('exit', () => this.#end());
  }

  /** Resolves when it is ready. Rejects when it cannot be started. */
  static async start(memoryMb: number): Promise<ReaderProcess> {
    const child = fork(MAIN, [String(2 * memoryMb)], {
      ...(await readerNode(memoryMb)),
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`the document reader did not start: ${String(signal ?? code)}`)),
      );
    }).finally(() => clearTimeout(timer));
    return new ReaderProcess(child);
  }

  get exited(): boolean {
    return this.#exited;
  }

  /** Rejects with a DocumentFault, `too_large` when the document killed the process. */
  read<R extends ReadRequest>(request: R): Promise<Readings[R['shape']]> {
    if (this.#exited) return Promise.reject(new DocumentFault('too_large'));
    const { promise, resolve, reject } = Promise.withResolvers<Readings[keyof Readings]>();
    this.#pending = { resolve, reject };
    this.#child.send(request);
    return promise as Promise<Readings[R['shape']]>;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end();
  }

  #settle(message: ReaderMessage): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (message.type === 'done') pending?.resolve(message.reading);
    else if (message.type === 'fault') pending?.reject(new DocumentFault(message.reason));
  }

  #end(): void {
    this.#exited = true;
    this.#pending?.reject(new DocumentFault('too_large'));
    this.#pending = undefined;
  }
}
