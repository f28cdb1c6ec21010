import { segment, type RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type { ListModelsQuery, Model, ModelList, ReadModelQuery } from '../generated/types.ts';

export class Models {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The models this credential may use. */
  list(query: ListModelsQuery = {}, options?: RequestOptions): Promise<ModelList> {
    return this.#transport.json({ ...PATHS.listModels, query: { ...query }, repetition: 'safe' }, options);
  }

  /** One of them. */
  retrieve(id: string, query: ReadModelQuery = {}, options?: RequestOptions): Promise<Model> {
    const path = PATHS.readModel.path.replace('{model_id}', segment(id));
    return this.#transport.json({ method: 'GET', path, query: { ...query }, repetition: 'safe' }, options);
  }
}
