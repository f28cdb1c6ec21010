import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { require } from '../proof.ts';

interface Upload {
  readonly sha256: string;
  readonly storedAt: number;
  /** When its deletion was sent. */
  deletedAt?: number;
}

const MAX_BYTES = 400_000;
const ALWAYS_KEPT = 20;
const READY_WITHIN_MS = 400_000;

/** Uploads and deletes files all the time, and knows when each was there for certain. */
export class Uploads {
  readonly #url: string;
  readonly #callers: Promise<void>[];
  readonly #stored = new Map<string, Upload>();
  #stopped = false;

  constructor(url: string, callers: number) {
    this.#url = url;
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  /** Throws unless a service has all that were there from one moment to the other, and whole what else it has. Returns how many. */
  async check(url: string, from: number, to: number): Promise<number> {
    const certain = [...this.#stored].filter(
      ([, { storedAt, deletedAt = Number.POSITIVE_INFINITY }]) => storedAt < from && deletedAt > to,
    );
    const ids = new Set(certain.map(([id]) => id));
    for (const [id, upload] of this.#stored) await this.#read(url, id, upload, ids.has(id));
    return certain.length;
  }

  async #read(url: string, id: string, { sha256 }: Upload, isCertain: boolean): Promise<void> {
    const response = await readWhenReady(`${url}/v1/files/${id}/content`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 404 && !isCertain) return;
    require(response.status ===
      200, `file ${id} was answered ${response.status} ${bytes.toString().slice(0, 200)}`);
    require(hash('sha256', bytes) === sha256, `file ${id} has other bytes`);
  }

  async #call(): Promise<void> {
    while (!this.#stopped) {
      try {
        const [file] = this.#deletable();
        if (file && randomInt(2) === 0) await this.#delete(...file);
        else await this.#upload();
      } catch {
        // The service was killed.
        await delay(50);
      }
    }
  }

  async #upload(): Promise<void> {
    const bytes = randomBytes(1 + randomInt(MAX_BYTES));
    const body = new FormData();
    body.set('purpose', 'code_input');
    body.set('file', new Blob([bytes]), `${randomUUID()}.bin`);
    const response = await fetch(`${this.#url}/v1/files`, { method: 'POST', headers: authorization, body });
    const { id } = (await response.json()) as { id: string };
    if (response.status === 201)
      this.#stored.set(id, { sha256: hash('sha256', bytes), storedAt: performance.now() });
  }

  /** The first ones stay. */
  #deletable(): [string, Upload][] {
    return [...this.#stored].slice(ALWAYS_KEPT).filter(([, { deletedAt }]) => deletedAt === undefined);
  }

  async #delete(id: string, upload: Upload): Promise<void> {
    upload.deletedAt = performance.now();
    const response = await fetch(`${this.#url}/v1/files/${id}`, { method: 'DELETE', headers: authorization });
    await response.body?.cancel();
  }
}

const authorization = { authorization: `Bearer ${MAIN_KEY}` };

/** A file that was being prepared at the moment of the backup is prepared again. */
async function readWhenReady(address: string): Promise<Response> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(address, { headers: authorization });
    if (response.status !== 409 || performance.now() > until) return response;
    await response.body?.cancel();
    await delay(500);
  }
}
