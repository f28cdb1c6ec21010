import type { DescribedOperation, DescribedRequest, DescribedService, Json } from '#test-kit';

/** What stands for a file in the example of a form. */
export type ExampleFiles = Readonly<Record<string, Uint8Array>>;

/**
 * Makes requests of the examples in a description: paths, required parameters and bodies as they stand there, with the ids of
 * objects that are really there in place of those of the examples.
 */
export class ExampleRequests {
  readonly #bearers: DescribedService['bearers'];
  readonly #files: ExampleFiles;
  readonly #ids = new Map<string, string>();

  constructor({ bearers }: DescribedService, files: ExampleFiles) {
    this.#bearers = bearers;
    this.#files = files;
  }

  /** Whatever the examples call `example` is `actual` from now on. */
  replace(example: string, actual: string): void {
    this.#ids.set(example, actual);
  }

  of({ security, parameters, body }: DescribedOperation): DescribedRequest {
    const valuesIn = (place: string): Json =>
      Object.fromEntries(
        parameters
          .filter(
            ({ in: where, required, example }) =>
              where === place && (required || place === 'query') && example !== undefined,
          )
          .map(({ name, example }) => [name, this.#withIds(example)]),
      );
    const [scheme] = Object.keys(security[0] ?? {}) as (keyof DescribedService['bearers'])[];
    const form = body['multipart/form-data']?.example as Json | undefined;
    return {
      path: valuesIn('path') as Record<string, string>,
      query: valuesIn('query'),
      headers: {
        ...(valuesIn('header') as Record<string, string>),
        ...(scheme ? { authorization: `Bearer ${this.#bearers[scheme]}` } : {}),
      },
      body: form ? this.#format(form) : this.#withIds(body['application/json']?.example),
    };
  }

  #format(fields: Json): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      const bytes = this.#files[String(value)];
      if (bytes) form.append(name, new File([bytes as BlobPart], String(value)));
      else form.append(name, String(value));
    }
    return form;
  }

  #withIds(value: unknown): unknown {
    if (value === undefined) return undefined;
    let text = JSON.stringify(value);
    for (const [example, actual] of this.#ids) text = text.replaceAll(example, actual);
    return JSON.parse(text);
  }
}
