import type { GenerationExchange } from '#exchange';
import type { KeptItem, ResponseItems } from './response-items.ts';

/** The output of one response that later requests may name (COMPR-21). */
export class KeptOutput {
  /** The caller and the deployment both want it kept. */
  readonly isWanted: boolean;
  readonly #workspaceId: string;
  readonly #items: ResponseItems;
  readonly #done: KeptItem[] = [];

  constructor({ call, credential }: GenerationExchange, items: ResponseItems) {
    this.isWanted = (call.responses?.mayKeep ?? false) && items.keepsFor(credential);
    this.#workspaceId = credential.workspaceId ?? '';
    this.#items = items;
  }

  add(item: KeptItem): void {
    this.#done.push(item);
  }

  /** Whether all of it is kept. Not a promise where there is nothing to write. */
  write(): boolean | Promise<boolean> {
    return this.#done.length > 0 ? this.#items.keep(this.#workspaceId, this.#done) : this.isWanted;
  }
}
