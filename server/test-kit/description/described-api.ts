import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

export type Json = Readonly<Record<string, unknown>>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
  readonly example?: unknown;
}

export interface DescribedContent {
  readonly schema: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Json>>;
}

export interface DescribedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

/** One operation of a description, with references to parameters and responses followed. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly Json[];
  readonly parameters: readonly DescribedParameter[];
  readonly body: Readonly<Record<string, DescribedContent>>;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  /** As it is written. */
  readonly source: Json;
}

/** What a client read of a response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const BYTES = 'application/octet-stream';

const FORMATS: Readonly<Record<string, RegExp | true>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  binary: true,
};

/** A description as a client uses it: what operations there are, and whether a response is one of those it promises. */
export class DescribedApi {
  readonly document: Json;
  readonly operations: readonly DescribedOperation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, formats: FORMATS });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(text: string) {
    this.document = parse(text) as Json;
    this.#ajv.addSchema(this.document, 'api');
    const paths = this.document['paths'] as Record<string, Record<string, Json>>;
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, source]) => this.#operation(method, path, source)),
    );
  }

  /** The operation with an id. */
  find(id: string): DescribedOperation {
    const found = this.operations.find((operation) => operation.id === id);
    if (!found) throw new Error(`the description has no operation ${id}`);
    return found;
  }

  /** What a reference points at; anything else as it is. */
  resolve(value: Json): Json {
    const { $ref: reference } = value;
    if (typeof reference !== 'string') return value;
    const parts = reference.slice(2).split('/');
    const found = parts.reduce<unknown>((at, part) => (at as Json)[part], this.document);
    return this.resolve(found as Json);
  }

  /** What is wrong with a value by a schema of the description; undefined: nothing. */
  schemaProblem(schema: Json, value: unknown): string | undefined {
    const key = JSON.stringify(schema);
    const validate = this.#validators.get(key) ?? this.#ajv.compile(withDocument(schema));
    this.#validators.set(key, validate);
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath || 'body'} ${error?.message} ${JSON.stringify(error?.params)}`;
  }

  /** Where a response is none of those that the description promises of the operation. */
  problemsOf({ responses }: DescribedOperation, received: ReceivedResponse): string[] {
    const { status, headers } = received;
    const described = responses[String(status)];
    if (!described) return [`status ${status} is not described: ${received.text.slice(0, 300)}`];
    const missing = ['x-request-id', 'x-svc-request-id'].filter((name) => !headers.has(name));
    const problems = missing.map((name) => `no header ${name}`);
    if (!described.content) return received.text === '' ? problems : [...problems, `${status} has a body`];
    const type = (headers.get('content-type') ?? '').split(';', 1)[0]!;
    // Bytes come with the type they have.
    if (described.content[BYTES]) return problems;
    const content = described.content[type];
    if (!content) return [...problems, `${status} has the type ${type}`];
    if (status >= 400) problems.push(...this.#codeProblems(content, received));
    if (type === 'application/yaml') return problems;
    for (const value of valuesOf(type, received.text)) {
      const problem = this.schemaProblem(content.schema, value);
      if (problem !== undefined)
        problems.push(`${status}: ${problem} in ${JSON.stringify(value).slice(0, 600)}`);
    }
    return problems;
  }

  #codeProblems({ examples = {} }: DescribedContent, { status, text }: ReceivedResponse): string[] {
    const { code } = (JSON.parse(text) as { error: { code: string } }).error;
    const known = Object.values(examples).map(
      (example) => (this.resolve(example)['value'] as { error: { code: string } }).error.code,
    );
    return known.includes(code) ? [] : [`${status} ${code} is not described: ${text.slice(0, 300)}`];
  }

  #operation(method: string, path: string, source: Json): DescribedOperation {
    const list = <T>(values: unknown): T[] => ((values ?? []) as Json[]).map((one) => this.resolve(one) as T);
    const responses = Object.entries(source['responses'] as Record<string, Json>).map(
      ([status, response]) => [status, this.resolve(response)] as const,
    );
    return {
      id: source['operationId'] as string,
      method: method.toUpperCase(),
      path,
      security: source['security'] as Json[],
      parameters: list<DescribedParameter>(source['parameters']),
      body: ((source['requestBody'] as Json | undefined)?.['content'] ?? {}) as DescribedOperation['body'],
      responses: Object.fromEntries(responses) as unknown as DescribedOperation['responses'],
      source,
    };
  }
}

/** References of a schema lead into the document, wherever the schema stands. */
function withDocument(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as Json;
}

/** The values that a body holds: one, or one for each event. */
function valuesOf(type: string, text: string): unknown[] {
  if (type !== 'text/event-stream') return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data]) =>
    data === '[DONE]' ? [] : [JSON.parse(data!) as unknown],
  );
}
