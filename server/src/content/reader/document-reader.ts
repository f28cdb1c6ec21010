import { ApiError } from '@svc/contract';
import { FairSlots, type Requester } from '../fair-slots.ts';
import { DocumentFault } from './document-fault.ts';
import { ReaderProcess } from './reader-process.ts';
import type { DocumentReading, PageReading, ReadRequest, Readings } from './reader-protocol.ts';

export { DocumentFault } from './document-fault.ts';

export interface DocumentReaderOptions {
  /**
   * Documents read concurrently, each in its own process. One organization gets at most half of these and of
   * the waiting ones.
   */
  readonly processes: number;
  /** Documents that may wait for a process. */
  readonly waiting: number;
  /** JavaScript heap per process; its total memory may be twice that. */
  readonly memoryMb: number;
  readonly timeoutMs: number;
}

const DEFAULTS: DocumentReaderOptions = { processes: 2, waiting: 64, memoryMb: 512, timeoutMs: 20_000 };
/** A process is replaced after this many documents, so that leaks do not add up. */
const DOCUMENTS_PER_PROCESS = 200;
const IDLE_MS = 60_000;
/** An honest page of a megabyte takes two seconds. Documents must not wait long behind a malicious one. */
const PAGE_TIMEOUT_MS = 10_000;

interface PooledProcess {
  readonly process: ReaderProcess;
  documents: number;
  idleTimer?: NodeJS.Timeout;
}

/**
 * Extracts text from PDF and Office files and web pages in separate processes. Processes start with the first
 * document, end after a minute without one, and are replaced when a document kills them.
 */
export class DocumentReader {
  readonly #options: DocumentReaderOptions;
  readonly #queue: FairSlots;
  readonly #idle: PooledProcess[] = [];
  readonly #closing = new AbortController();

  constructor(options: Partial<DocumentReaderOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#queue = new FairSlots(this.#options.processes, this.#options.waiting);
  }

  /**
   * Extracts a document's text. Rejects with a DocumentFault; with 503 `temporarily_unavailable` when too
   * many wait or no process can be started; with the signal's reason when it fires.
   */
  read(bytes: Uint8Array, shape: 'pdf' | 'zip', requester: Requester): Promise<DocumentReading> {
    return this.#read({ shape, bytes }, requester);
  }

  /**
   * Extracts the text a person would read on a web page. Rejects as `read` does. `encoding`: as named in the
   * response header.
   */
  readPage(bytes: Uint8Array, encoding: string | undefined, requester: Requester): Promise<PageReading> {
    return this.#read({ shape: 'html', bytes, encoding }, requester);
  }

  /**
   * Whether a robots.txt lets an agent read a URL. Also runs in a separate process: a small one can be
   * crafted to take minutes.
   */
  allowsRobot(
    robots: Uint8Array,
    { url, agent }: { url: string; agent: string },
    requester: Requester,
  ): Promise<boolean> {
    return this.#read({ shape: 'robots', bytes: robots, url, agent }, requester);
  }

  /** Ends all processes and abandons running and waiting documents. */
  close(): void {
    this.#closing.abort(new ApiError('temporarily_unavailable'));
    for (const pooled of this.#idle.splice(0)) this.#drop(pooled);
  }

  #read<R extends ReadRequest>(
    request: R,
    { organizationId, signal }: Requester,
  ): Promise<Readings[R['shape']]> {
    const ofTheWeb = request.shape === 'html' || request.shape === 'robots';
    const timeoutMs = Math.min(this.#options.timeoutMs, ofTheWeb ? PAGE_TIMEOUT_MS : Infinity);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#queue.run(
      async () => {
        const pooled = await this.#take();
        try {
          return await this.#limited(pooled, pooled.process.read(request), { signal: either, timeoutMs });
        } finally {
          this.#put(pooled);
        }
      },
      { organizationId, signal: either },
    );
  }

  async #take(): Promise<PooledProcess> {
    const idle = this.#idle.pop();
    clearTimeout(idle?.idleTimer);
    if (idle && !idle.process.exited) return idle;
    try {
      return { process: await ReaderProcess.start(this.#options.memoryMb), documents: 0 };
    } catch (cause) {
      throw new ApiError('temporarily_unavailable', { cause });
    }
  }

  #put(pooled: PooledProcess): void {
    if (++pooled.documents >= DOCUMENTS_PER_PROCESS || this.#closing.signal.aborted) this.#drop(pooled);
    if (pooled.process.exited) return;
    this.#idle.push(pooled);
    pooled.idleTimer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(pooled), 1);
      this.#drop(pooled);
    }, IDLE_MS).unref();
  }

  #drop(pooled: PooledProcess): void {
    clearTimeout(pooled.idleTimer);
    pooled.process.kill();
  }

  /**
   * Kills the process of a document that takes too long or whose caller left: nothing else stops a parser.
   */
  async #limited<T>(
    pooled: PooledProcess,
    reading: Promise<T>,
    { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<T> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (reason: Error): void => {
      reject(reason);
      pooled.process.kill();
    };
    const timer = setTimeout(() => stop(new DocumentFault('too_large')), timeoutMs);
    const leave = (): void => stop(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await Promise.race([stopped, reading]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }
}
