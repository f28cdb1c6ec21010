import type { GenerationExchange } from '#exchange';
import { newId } from '#kit';
import { toResponseUsage, toSeconds, type ResponseObject, type ResponseState } from './response-object.ts';

/** What stands for the summary of a conversation: it is the input of the next request (COMPR-19). */
export class CompactedResponse implements Pick<ResponseObject, 'toJson'> {
  readonly #receivedAtMs: number;

  constructor({ receivedAtMs }: GenerationExchange) {
    this.#receivedAtMs = receivedAtMs;
  }

  toJson({ output, usage }: ResponseState): string {
    return JSON.stringify({
      id: newId('resp_', this.#receivedAtMs),
      object: 'response.compaction',
      created_at: toSeconds(this.#receivedAtMs),
      output,
      usage: usage ? toResponseUsage(usage) : null,
    });
  }
}
