import { Agent, request } from 'undici';
import type { OtlpConfig } from '#config';
import { ByteCollector } from '#kit';
import { SpanBatch } from './span-batch.ts';
import type { ExportAnswer } from './span-exporter.ts';

const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_LIMIT_BYTES = 65_536;
const TAIL = ']}]}]}';
/** Those that OTLP says to repeat. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface OtlpCollectorOptions {
  /** Undefined while tracing is off. */
  readonly settings: () => OtlpConfig | undefined;
  /** Attributes of the process that makes the spans. */
  readonly resource: Readonly<Record<string, string>>;
}

/** The operator's collector: OTLP over HTTP, in JSON. Redirects are not followed. */
export class OtlpCollector {
  readonly #settings: OtlpCollectorOptions['settings'];
  readonly #agent = new Agent({ connections: 1, connect: { timeout: CONNECT_TIMEOUT_MS } });
  readonly #head: string;

  constructor({ settings, resource }: OtlpCollectorOptions) {
    this.#settings = settings;
    const attributes = Object.entries(resource).map(([key, value]) => ({
      key,
      value: { stringValue: value },
    }));
    this.#head = `{"resourceSpans":[{"resource":${JSON.stringify({ attributes })},"scopeSpans":[{"scope":{"name":"svc"},"spans":[`;
  }

  /** An empty one, in the form in which it is sent. */
  newBatch(): SpanBatch {
    return new SpanBatch(this.#head, TAIL);
  }

  /** Never rejects. */
  async send({ body }: Pick<SpanBatch, 'body'>, signal: AbortSignal): Promise<ExportAnswer> {
    const settings = this.#settings();
    // Switched off meanwhile.
    if (!settings) return { result: 'refused', status: undefined, rejected: 0 };
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    for (const [name, value] of Object.entries(settings.headers)) headers[name] = value.reveal();
    try {
      const response = await request(settings.endpoint, {
        method: 'POST',
        headers,
        body,
        signal,
        dispatcher: this.#agent,
      });
      const text = await readText(response.body);
      const { statusCode: status } = response;
      if (status >= 200 && status < 300) return { result: 'taken', status, rejected: rejectedOf(text) };
      return { result: RETRIED.has(status) ? 'retry' : 'refused', status, rejected: 0 };
    } catch {
      return { result: 'retry', status: undefined, rejected: 0 };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Empty if it is too long to be an answer of a collector. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const collector = new ByteCollector(ANSWER_LIMIT_BYTES);
  for await (const piece of body) if (!collector.add(piece)) return '';
  return collector.take().toString();
}

/** The number is text in JSON of 64-bit numbers. */
function rejectedOf(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown } | null };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    return 0;
  }
}
