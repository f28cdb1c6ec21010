import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchJob, LoadTarget } from './job.ts';

const POLL_MS = 100;

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly ended_at: string | null;
  readonly request_counts: {
    readonly total: number;
    readonly processing: number;
    readonly succeeded: number;
  };
}

/** Uploads batches whose lines are the requests of a target, and watches them. */
export class BatchClient {
  readonly #target: LoadTarget;
  readonly #job: BatchJob;

  constructor(target: LoadTarget, job: BatchJob) {
    this.#target = target;
    this.#job = job;
  }

  /** Resolves with the file's id when it can be used. */
  async upload(): Promise<string> {
    const { path, body } = this.#target;
    const rest = `","endpoint":"${path}","body":${body}}\n`;
    const lines = Array.from({ length: this.#job.lines }, (_, i) => `{"custom_id":"line-${i}${rest}`);
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new File(lines, 'lines.jsonl'));
    const { id } = await this.#ask<{ id: string }>('/v1/files', { method: 'POST', body: form });
    await this.#until(
      async () => (await this.#ask<{ status: string }>(`/v1/files/${id}`)).status === 'ready',
    );
    return id;
  }

  /** Runs a batch to its end. Resolves with how long its lines took, and how many did not succeed. */
  async run(fileId: string): Promise<{ readonly tookMs: number; readonly failed: number }> {
    const { id } = await this.#ask<Batch>('/v1/batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input_file_id: fileId }),
    });
    let batch: Batch;
    const read = async (): Promise<Batch> => (batch = await this.#ask<Batch>(`/v1/batches/${id}`));
    await this.#until(async () => (await read()).status !== 'validating');
    const startedMs = performance.now();
    await this.#until(async () => (await read()).request_counts.processing === 0);
    const tookMs = performance.now() - startedMs;
    await this.#until(async () => (await read()).ended_at !== null);
    return { tookMs, failed: this.#job.lines - batch!.request_counts.succeeded };
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + this.#job.deadlineMs;
    while (!(await holds())) {
      if (performance.now() > deadlineMs) throw new Error('the batch does not end');
      await sleep(POLL_MS);
    }
  }

  async #ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const { port, headerSets } = this.#target;
    const own = Object.fromEntries(
      (headerSets[0] ?? []).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
    );
    const headers = { ...own, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    if (response.status === 503 && init.method === undefined)
      return sleep(POLL_MS).then(() => this.#ask<T>(path));
    if (!response.ok)
      throw new Error(`${path} was answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return (await response.json()) as T;
  }
}
