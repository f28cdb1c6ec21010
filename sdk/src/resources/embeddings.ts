import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type { EmbeddingList, EmbeddingsRequest } from '../generated/types.ts';

export class Embeddings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A vector of length 1 for each text, in the order of `input`. */
  create(body: EmbeddingsRequest, options?: RequestOptions): Promise<EmbeddingList> {
    return this.#transport.json({ ...PATHS.createEmbeddings, body, repetition: 'charged' }, options);
  }
}
