/** What a reader of the API reference gets of an operation beside its schemas: a text, and one request with its answer. */
export interface OperationReference {
  /** What a caller must know beyond the summary, in Markdown. */
  readonly description: string;
  /** Values of query parameters, by name. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON body. */
  readonly body?: unknown;
  /** The same as the parts of a form; a file is shown by its name. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** The body of the answer. */
  readonly response: unknown;
  /** The data of one event, where the answer can be a stream. */
  readonly event?: unknown;
}

/** A reference for each of some operations. One that is missing does not compile. */
export type References<Operations extends readonly { readonly id: string }[]> = Readonly<
  Record<Operations[number]['id'], OperationReference>
>;
