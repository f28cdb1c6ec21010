import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, BatchResult } from '../../../contract/src/index.ts';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { require } from '../proof.ts';

const ENDS_WITHIN_MS = 180_000;
const POLL_MS = 200;

/** Asks a service about a batch, whichever of its nodes answers. */
export class BatchClient {
  readonly #urls: () => readonly string[];

  constructor(urls: () => readonly string[]) {
    this.#urls = urls;
  }

  /** Creates a batch of chat lines: `line-0`, `line-1` and so on. */
  async create(lines: number): Promise<Batch> {
    const requests = Array.from({ length: lines }, (_, i) => ({
      custom_id: `line-${i}`,
      endpoint: '/v1/chat/completions',
      body: { messages: [{ role: 'user', content: `line-${i}` }] },
    }));
    const text = requests.map((request) => JSON.stringify(request)).join('\n');
    return this.#createFrom(await this.#upload(new Blob([text])));
  }

  /** Uploads the lines of a file. Resolves with the id when they may be used. */
  async upload(path: string): Promise<string> {
    return this.#upload(await openAsBlob(path));
  }

  /** Creates a batch of an uploaded file. Resolves when its lines are known. */
  async validated(fileId: string): Promise<Batch> {
    const { id } = await this.#createFrom(fileId);
    for (;;) {
      const batch = await this.#json<Batch>(`/v1/batches/${id}`);
      if (batch.status !== 'validating') return batch;
      await delay(POLL_MS);
    }
  }

  async ended(id: string): Promise<Batch> {
    const until = performance.now() + ENDS_WITHIN_MS;
    for (;;) {
      const batch = await this.#json<Batch>(`/v1/batches/${id}`);
      if (batch.ended_at !== null) return batch;
      require(performance.now() < until, `the batch does not end: ${JSON.stringify(batch.request_counts)}`);
      await delay(POLL_MS);
    }
  }

  async results({ output_file_id: id }: Batch): Promise<BatchResult[]> {
    const output = await (await this.#ask(`/v1/files/${id}/content`)).text();
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchResult);
  }

  async #upload(lines: Blob): Promise<string> {
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', lines, 'lines.jsonl');
    const { id } = await this.#json<{ id: string }>('/v1/files', { method: 'POST', body: form });
    while ((await this.#json<{ status: string }>(`/v1/files/${id}`)).status !== 'ready') await delay(50);
    return id;
  }

  #createFrom(fileId: string): Promise<Batch> {
    return this.#json<Batch>('/v1/batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input_file_id: fileId }),
    });
  }

  async #json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await this.#ask(path, init)).json()) as T;
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${MAIN_KEY}`);
    const [url] = this.#urls();
    const response = await fetch(`${url}${path}`, { ...init, headers });
    // The database is slow, or starting again.
    if (response.status === 503 && init.method === undefined)
      return delay(POLL_MS).then(() => this.#ask(path));
    require(response.ok, `${init.method ?? 'GET'} ${path} was answered ${response.status}`);
    return response;
  }
}
