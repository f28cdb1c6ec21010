import { segment, type RequestOptions } from '../core/call.ts';
import { startDeadline } from '../core/deadline.ts';
import { SvcError, WaitTimeoutError } from '../core/errors.ts';
import { listPages, type Pages } from '../core/pages.ts';
import { pause, type Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  Batch,
  BatchResult,
  CreateBatchBody,
  ListBatchesAnswer,
  ListBatchesQuery,
} from '../generated/types.ts';
import { readResults } from './batch-results.ts';
import type { Files } from './files.ts';

export interface WaitOptions extends RequestOptions {
  /** Called with the batch each time it was read. */
  readonly onProgress?: ((batch: Batch) => void) | undefined;
  /** Milliseconds between two reads. When left out, 1,000 at first and then half as much again each time, up to 30,000. */
  readonly pollMs?: number | undefined;
  /** Milliseconds until waiting is given up with a `WaitTimeoutError`; the batch goes on. No limit when left out. */
  readonly maxWaitMs?: number | undefined;
}

const FIRST_POLL_MS = 1000;
const MAX_POLL_MS = 30_000;

/** The batches of the key's workspace. */
export class Batches {
  readonly #transport: Transport;
  readonly #files: Files;

  constructor(transport: Transport, files: Files) {
    this.#transport = transport;
    this.#files = files;
  }

  /** Starts a batch of the requests in a file, which has the purpose `batch` and is `ready`. */
  create(body: CreateBatchBody, options?: RequestOptions): Promise<Batch> {
    return this.#transport.json({ ...PATHS.createBatch, body, repetition: 'keyed' }, options);
  }

  /** The first page, or with `for await` every batch, newest first. */
  list(query: ListBatchesQuery = {}, options?: RequestOptions): Pages<ListBatchesAnswer> {
    return listPages<ListBatchesAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listBatches, query: page, repetition: 'safe' }, options),
    );
  }

  retrieve(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#transport.json(
      { ...PATHS.readBatch, path: pathOf(PATHS.readBatch.path, id), repetition: 'safe' },
      options,
    );
  }

  /** Requests that run already finish. */
  cancel(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#transport.json(
      { ...PATHS.cancelBatch, path: pathOf(PATHS.cancelBatch.path, id), repetition: 'keyed' },
      options,
    );
  }

  /** Resolves with the batch when it has ended, whatever its status is then. Rejects with the signal's reason. */
  async wait(
    id: string,
    { onProgress, pollMs, maxWaitMs = Infinity, ...options }: WaitOptions = {},
  ): Promise<Batch> {
    const deadline = startDeadline(maxWaitMs, () => new WaitTimeoutError(id, maxWaitMs), options.signal);
    const { signal } = deadline;
    try {
      for (let nextMs = FIRST_POLL_MS; ; nextMs = Math.min(nextMs * 1.5, MAX_POLL_MS)) {
        const batch = await this.retrieve(id, { ...options, signal });
        onProgress?.(batch);
        if (batch.ended_at !== null) return batch;
        await pause(pollMs ?? nextMs, signal);
      }
    } finally {
      deadline.clear();
    }
  }

  /** The results of a batch that has ended, in the order of its input, as they are downloaded. Throws where it has none. */
  async *results(batch: Batch | string, options?: RequestOptions): AsyncGenerator<BatchResult> {
    const { output_file_id: file, status } =
      typeof batch === 'string' ? await this.retrieve(batch, options) : batch;
    if (file === null)
      throw new SvcError(
        status === 'failed'
          ? 'The batch failed, so it has no results. Its errors say why.'
          : `The batch has no results: it is ${status}.`,
      );
    yield* readResults(await this.#files.content(file, options), options?.signal);
  }
}

function pathOf(path: string, id: string): string {
  return path.replace('{batch_id}', segment(id));
}
