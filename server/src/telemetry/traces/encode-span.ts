import { RecentMap } from '#kit';

/** SpanKind of OTLP. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: (typeof SPAN_KINDS)[keyof typeof SPAN_KINDS];
  /** Milliseconds since 1970, with fractions. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly attributes: SpanAttributes;
  readonly failed: boolean;
}

/** STATUS_CODE_ERROR of OTLP. */
const FAILED = ',"status":{"code":2}';

/** A span in the JSON of OTLP 1.x. */
export function encodeSpan(span: Span): string {
  const { traceId, spanId, parentSpanId, kind } = span;
  // Ids are hexadecimal digits, and need no escaping.
  const ids = `"traceId":"${traceId}","spanId":"${spanId}"`;
  const parent = parentSpanId === undefined ? '' : `,"parentSpanId":"${parentSpanId}"`;
  const times = `"startTimeUnixNano":"${toNanos(span.startedAtMs)}","endTimeUnixNano":"${toNanos(span.endedAtMs)}"`;
  const rest = `"attributes":[${span.attributes.json}]${span.failed ? FAILED : ''}`;
  return `{${ids}${parent},"name":${quoted(span.name)},"kind":${kind},${times},${rest}}`;
}

/** Attributes of a span as JSON, in the order they were added. Undefined values are left out. */
export class SpanAttributes {
  #json = '';

  get json(): string {
    return this.#json;
  }

  /** One of few values that many spans have in common. */
  text(key: string, value: string | undefined): this {
    return value === undefined ? this : this.#append(textAttribute(key, value));
  }

  /** A value of its own, such as an id. */
  id(key: string, value: string | undefined): this {
    return value === undefined ? this : this.#add(key, `{"stringValue":${JSON.stringify(value)}}`);
  }

  texts(key: string, values: readonly string[]): this {
    const items = values.map((value) => `{"stringValue":${quoted(value)}}`);
    return this.#add(key, `{"arrayValue":{"values":[${items.join(',')}]}}`);
  }

  int(key: string, value: number | undefined): this {
    return value === undefined ? this : this.#add(key, `{"intValue":"${value}"}`);
  }

  double(key: string, value: number | undefined): this {
    return value === undefined ? this : this.#add(key, `{"doubleValue":${value}}`);
  }

  #add(key: string, value: string): this {
    return this.#append(`{"key":"${key}","value":${value}}`);
  }

  #append(attribute: string): this {
    this.#json = this.#json === '' ? attribute : `${this.#json},${attribute}`;
    return this;
  }
}

/** To the microsecond: more does not fit into a number. */
function toNanos(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

/** By key, of which there are some twenty, and value. */
const TEXT_ATTRIBUTES = new Map<string, RecentMap<string, string>>();
/** Some thousand values of the usual length. Engines choose the names of their models, of any length. */
const MOST_CHARACTERS = 200_000;

/** In one piece: by its parts it would be written as slowly as if it were put together anew. */
function textAttribute(key: string, value: string): string {
  let ofKey = TEXT_ATTRIBUTES.get(key);
  if (!ofKey) TEXT_ATTRIBUTES.set(key, (ofKey = new RecentMap(MOST_CHARACTERS, (json) => json.length)));
  let json = ofKey.get(value);
  if (json === undefined) {
    json = Buffer.from(`{"key":"${key}","value":{"stringValue":${JSON.stringify(value)}}}`).toString();
    ofKey.set(value, json);
  }
  return json;
}

const QUOTED = new RecentMap<string, string>(10_000);

function quoted(text: string): string {
  let json = QUOTED.get(text);
  if (json === undefined) QUOTED.set(text, (json = JSON.stringify(text)));
  return json;
}
