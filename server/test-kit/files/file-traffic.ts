import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileObject } from '@svc/contract';
import { randomFile, sendUpload, type FileToUpload } from './file-to-upload.ts';

export interface FileTrafficOptions {
  /** Where the service is now. */
  readonly url: () => string;
  readonly key: string;
  /** 3 MB when absent. */
  readonly mostBytes?: number;
}

/** Files that are kept; the rest is deleted again. */
const MAX_KEPT = 30;
const CHUNK_PAUSE_MS = 4;
const MAX_REPETITIONS = 10;
const REPETITION_PAUSE_MS = 1000;

/** Uploads and deletes files while their service may die at any moment, and knows what must be true of them afterwards. */
export class FileTraffic {
  readonly #options: FileTrafficOptions;
  /** Answered 201, by id. */
  readonly #stored = new Map<string, FileToUpload>();
  /** Not answered, or refused for now. */
  readonly #cut = new Map<string, FileToUpload>();
  /** Of every upload there was, by file name. */
  readonly #files = new Map<string, FileToUpload>();
  readonly #deleted = new Set<string>();
  #callers: Promise<void>[] = [];
  #running = false;
  /** Uploads and deletions that were sent and not answered. */
  inFlight = 0;
  #lastFailure = '';
  readonly counts = { uploaded: 0, cut: 0, repeated: 0, deleted: 0, deletionsCut: 0 };

  constructor(options: FileTrafficOptions) {
    this.#options = options;
  }

  start(callers: number): void {
    this.#running = true;
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  /** No new requests; resolves when those under way are over. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#callers);
  }

  /** Sends every upload that was cut again, with the same `Idempotency-Key`, until it is answered 201. Throws when one never is. */
  async repeatCut(): Promise<void> {
    this.counts.repeated += this.#cut.size;
    for (let time = 0; this.#cut.size > 0; time++) {
      if (time === MAX_REPETITIONS) throw new Error(`uploads fail again and again: ${this.#lastFailure}`);
      if (time > 0) await delay(REPETITION_PAUSE_MS);
      await Promise.all([...this.#cut.values()].map((file) => this.#upload(file, 0)));
    }
  }

  /** What is wrong with the files that can be read now, in words: none may be cut, doubled, missing or back from the dead. */
  async findWrong({ settled }: { readonly settled: boolean }): Promise<string[]> {
    const wrong: string[] = [];
    const listed = await this.list();
    const names = new Set<string>();
    for (const object of listed) {
      const { id, filename, status } = object;
      const file = this.#files.get(filename);
      if (this.#deleted.has(id)) wrong.push(`${id} was deleted`);
      if (names.has(filename)) wrong.push(`${filename} is there twice`);
      names.add(filename);
      if (settled && status !== 'ready') wrong.push(`${id} is ${status} ${object.status_detail}`);
      if (status !== 'ready') continue;
      const response = await this.#send('GET', `/${id}/content`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) wrong.push(`${id} was answered ${response.status} ${bytes.toString()}`);
      else if (!file?.bytes.equals(bytes)) wrong.push(`${id} has other bytes`);
    }
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, { name }] of this.#stored) if (!ids.has(id)) wrong.push(`${id} ${name} is gone`);
    return wrong;
  }

  /** All files, by pages. */
  async list(): Promise<FileObject[]> {
    const files: FileObject[] = [];
    for (let after = ''; ;) {
      const response = await this.#send('GET', `?limit=100${after && `&after_id=${after}`}`);
      if (response.status !== 200) throw new Error(`the list was answered ${response.status}`);
      const { data, has_more: hasMore } = (await response.json()) as {
        data: FileObject[];
        has_more: boolean;
      };
      files.push(...data);
      if (!hasMore) return files;
      after = data.at(-1)!.id;
    }
  }

  async #call(): Promise<void> {
    while (this.#running) {
      this.inFlight++;
      if (this.#stored.size > MAX_KEPT || (this.#stored.size > 5 && randomInt(3) === 0))
        await this.#deleteOne();
      else await this.#upload(this.#newFile(), CHUNK_PAUSE_MS);
      this.inFlight--;
      await delay(1);
    }
  }

  #newFile(): FileToUpload {
    const file = randomFile(this.#options.mostBytes ?? 3_000_000);
    this.#files.set(file.name, file);
    return file;
  }

  async #upload(file: FileToUpload, pauseMs: number): Promise<void> {
    this.#cut.set(file.name, file);
    const { url, key } = this.#options;
    try {
      const response = await sendUpload(url(), key, file, pauseMs);
      const body = await response.text();
      if (response.status !== 201) throw new Error(`answered ${response.status} ${body}`);
      const { id } = JSON.parse(body) as FileObject;
      this.#cut.delete(file.name);
      this.#stored.set(id, file);
      this.counts.uploaded++;
    } catch (error) {
      this.counts.cut++;
      this.#lastFailure = String(error instanceof Error ? (error.cause ?? error) : error);
      await delay(20);
    }
  }

  /** A deletion that was cut may have happened or not. Both are right, so nothing is known of the file from then on. */
  async #deleteOne(): Promise<void> {
    const [id] = [...this.#stored.keys()];
    if (id === undefined) return;
    const file = this.#stored.get(id)!;
    this.#stored.delete(id);
    try {
      const response = await this.#send('DELETE', `/${id}`);
      await response.body?.cancel();
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      this.#deleted.add(id);
      this.#files.delete(file.name);
      this.counts.deleted++;
    } catch {
      this.counts.deletionsCut++;
      await delay(20);
    }
  }

  /** Waits out a service that is not at its best again: it says when to send the request again. */
  async #send(method: string, path: string): Promise<Response> {
    const { url, key } = this.#options;
    for (let time = 1; ; time++) {
      const response = await fetch(`${url()}/v1/files${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      if (response.status !== 503 || time === MAX_REPETITIONS) return response;
      await response.body?.cancel();
      await delay(REPETITION_PAUSE_MS);
    }
  }
}
