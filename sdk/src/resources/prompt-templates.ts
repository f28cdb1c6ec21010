import { segment, type RequestOptions } from '../core/call.ts';
import { listPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  CreatePromptTemplateBody,
  ListPromptTemplatesAnswer,
  ListPromptTemplatesQuery,
  PromptTemplate,
  ReadPromptTemplateQuery,
} from '../generated/types.ts';

/** The prompt templates of the key's workspace. Model calls name them in `prompt`. */
export class PromptTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A new template, or the next version of the one that has the name. */
  create(body: CreatePromptTemplateBody, options?: RequestOptions): Promise<PromptTemplate> {
    return this.#transport.json({ ...PATHS.createPromptTemplate, body, repetition: 'keyed' }, options);
  }

  /** The first page, or with `for await` every template, newest first, each with its newest version. */
  list(query: ListPromptTemplatesQuery = {}, options?: RequestOptions): Pages<ListPromptTemplatesAnswer> {
    return listPages<ListPromptTemplatesAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listPromptTemplates, query: page, repetition: 'safe' }, options),
    );
  }

  /** By id or name, with the newest version or the one that is asked for. */
  retrieve(
    template: string,
    query: ReadPromptTemplateQuery = {},
    options?: RequestOptions,
  ): Promise<PromptTemplate> {
    const path = PATHS.readPromptTemplate.path.replace('{template}', segment(template));
    return this.#transport.json({ method: 'GET', path, query: { ...query }, repetition: 'safe' }, options);
  }

  /** Points the label at a version; calls by the label get that version from then on. `null` removes it. */
  setLabel(
    template: string,
    label: string,
    version: number | null,
    options?: RequestOptions,
  ): Promise<PromptTemplate> {
    const path = PATHS.setPromptTemplateLabel.path
      .replace('{template}', segment(template))
      .replace('{label}', segment(label));
    return this.#transport.json({ method: 'PUT', path, body: { version }, repetition: 'safe' }, options);
  }
}
