import { Agent, request } from 'undici';
import type { OtlpConfig } from '#config';
import { ByteCollector, lengthField, lengthStart, readField } from '#kit';
import { keyValue } from './span-attributes.ts';
import { SpanBatch } from './span-batch.ts';
import type { ExportOutcome } from './span-exporter.ts';

const CONNECT_TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 65_536;
/** Numbers of fields of OTLP: of the request, and of the messages in it down to the spans. */
const RESOURCE_SPANS = 1;
const [RESOURCE, SCOPE_SPANS] = [1, 2] as const;
const [SCOPE, SCOPE_NAME, ATTRIBUTES, STRING] = [1, 1, 1, 1] as const;
/** Of the answer. */
const [PARTIAL_SUCCESS, REJECTED_SPANS] = [1, 1] as const;
/** Those that OTLP says to repeat. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface OtlpCollectorOptions {
  /** Undefined while tracing is off. */
  readonly settings: () => OtlpConfig | undefined;
  /** Attributes of the process that makes the spans. */
  readonly resource: Readonly<Record<string, string>>;
}

/** The operator's collector: OTLP over HTTP, in protobuf. Redirects are not followed. */
export class OtlpCollector {
  readonly #settings: OtlpCollectorOptions['settings'];
  readonly #agent = new Agent({ connections: 1, connect: { timeout: CONNECT_TIMEOUT_MS } });
  readonly #resource: Buffer;
  readonly #scope = lengthField(SCOPE, lengthField(SCOPE_NAME, 'svc'));

  constructor({ settings, resource }: OtlpCollectorOptions) {
    this.#settings = settings;
    const attributes = Object.entries(resource).map(([key, value]) =>
      keyValue(ATTRIBUTES, key, lengthField(STRING, value)),
    );
    this.#resource = lengthField(RESOURCE, ...attributes);
  }

  /** An empty one, in the form in which it is sent. */
  newBatch(): SpanBatch {
    return new SpanBatch((spansBytes) => this.#headOf(spansBytes));
  }

  /** Never rejects. */
  async send({ body }: Pick<SpanBatch, 'body'>, signal: AbortSignal): Promise<ExportOutcome> {
    const settings = this.#settings();
    // Switched off meanwhile.
    if (!settings) return { result: 'refused', status: undefined, rejected: 0 };
    const headers: Record<string, string> = { 'content-type': 'application/x-protobuf' };
    for (const [name, value] of Object.entries(settings.headers)) headers[name] = value.reveal();
    try {
      const response = await request(settings.endpoint, {
        method: 'POST',
        headers,
        body,
        signal,
        dispatcher: this.#agent,
      });
      const reply = await readResponse(response.body);
      const { statusCode: status } = response;
      if (status >= 200 && status < 300) return { result: 'taken', status, rejected: rejectedOf(reply) };
      return { result: RETRIED.has(status) ? 'retry' : 'refused', status, rejected: 0 };
    } catch {
      return { result: 'retry', status: undefined, rejected: 0 };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** The request up to its spans, which take so many bytes. */
  #headOf(spansBytes: number): Buffer {
    const scope = Buffer.concat([lengthStart(SCOPE_SPANS, this.#scope.length + spansBytes), this.#scope]);
    const resource = Buffer.concat([this.#resource, scope]);
    return Buffer.concat([lengthStart(RESOURCE_SPANS, resource.length + spansBytes), resource]);
  }
}

/** Empty if it is too long to be an answer of a collector. */
async function readResponse(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const collector = new ByteCollector(MAX_RESPONSE_BYTES);
  for await (const chunk of body) if (!collector.add(chunk)) return Buffer.alloc(0);
  return collector.take();
}

function rejectedOf(reply: Buffer): number {
  const partialSuccess = readField(reply, PARTIAL_SUCCESS);
  const rejected = partialSuccess instanceof Buffer ? readField(partialSuccess, REJECTED_SPANS) : undefined;
  return typeof rejected === 'number' && Number.isSafeInteger(rejected) ? rejected : 0;
}
