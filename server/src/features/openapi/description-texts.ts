import { createHash } from 'node:crypto';
import { currentDescription, type DescriptionChoice, type LimitValues } from '@svc/contract';
import { WorkerHost } from '#threads';
import type { DescriptionOrder } from './description-worker.ts';
import { writeYaml } from './write-yaml.ts';

export interface DescriptionText {
  readonly bytes: Buffer;
  /** Strong, in its quotes. */
  readonly etag: string;
}

export interface DescribedService {
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: () => LimitValues;
}

/**
 * The descriptions of a service as YAML. A full one takes a second to make: it is made on a thread, one at a time, when it is first
 * asked for, and kept until the limits of the deployment change. There is one for each set of flags that add operations.
 */
export class DescriptionTexts {
  #current: DescriptionText | undefined;
  readonly #service: DescribedService;
  readonly #full = new Map<string, Promise<DescriptionText>>();
  readonly #host = new WorkerHost<DescriptionOrder, Uint8Array>({
    module: new URL('./description-worker.ts', import.meta.url),
    purpose: 'writes descriptions',
  });
  #bound: LimitValues;
  #last: Promise<unknown> = Promise.resolve();

  constructor(service: DescribedService) {
    this.#service = service;
    this.#bound = service.limits();
  }

  /** Written when it is first asked for, in some 10 ms. */
  get current(): DescriptionText {
    this.#current ??= textOf(Buffer.from(writeYaml(currentDescription(this.#service.baseUrl))));
    return this.#current;
  }

  full(choice: DescriptionChoice): Promise<DescriptionText> {
    this.#dropOutdated();
    const key = JSON.stringify(choice);
    const known = this.#full.get(key);
    if (known) return known;
    const order = { deployment: { baseUrl: this.#service.baseUrl, limits: this.#bound }, choice };
    const text = this.#last.then(() => this.#write(order));
    this.#full.set(key, text);
    this.#last = text.catch(() => this.#full.delete(key));
    return text;
  }

  #dropOutdated(): void {
    const limits = this.#service.limits();
    if (limits === this.#bound) return;
    this.#bound = limits;
    this.#full.clear();
  }

  /** Stops the thread afterwards: descriptions are few, and what it loads for one takes memory. */
  async #write(order: DescriptionOrder): Promise<DescriptionText> {
    try {
      const text = await this.#host.call(order);
      return textOf(Buffer.from(text.buffer, text.byteOffset, text.byteLength));
    } finally {
      await this.#host.stop();
    }
  }
}

function textOf(bytes: Buffer): DescriptionText {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
