import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { decodeExportRequest } from '#test-kit';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.bigint() }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({
    arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }),
  }),
]);
const attributes = z.array(z.strictObject({ key: z.string().regex(/^[a-z][a-z0-9_.]*$/), value }));
const id = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`));
const nanos = z.string().regex(/^[1-9]\d{18}$/);

/** An `ExportTraceServiceRequest`, as far as it may be sent. */
const ExportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: id(32),
              spanId: id(16),
              parentSpanId: id(16).optional(),
              name: z.string().min(1),
              kind: z.bigint().min(1n).max(5n).transform(Number),
              startTimeUnixNano: nanos,
              endTimeUnixNano: nanos,
              attributes,
              status: z.strictObject({ code: z.literal(2n) }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

type Value = string | number | readonly string[];

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly failed: boolean;
}

/** What collectors answer that reject nothing: the field is there, and empty. */
const EMPTY_PARTIAL_SUCCESS = Buffer.from([0x0a, 0x00]);

export interface CollectorStub {
  readonly endpoint: string;
  /** Everything that was sent. */
  readonly bodies: Buffer[];
  readonly headers: IncomingHttpHeaders[];
  readonly paths: string[];
  /** Of the requests that were answered with 200. Throws if one of them is not OTLP. */
  spans(): ReceivedSpan[];
  resource(): Readonly<Record<string, Value>>;
  /** How requests are answered. By default 200, with nothing rejected. */
  reply: (response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startCollector(): Promise<CollectorStub> {
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  const taken: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(body);
      headers.push(request.headers);
      paths.push(`${request.method} ${request.url}`);
      stub.reply(response);
      if (response.statusCode === 200) taken.push(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parsed = () => taken.flatMap((body) => ExportRequest.parse(decodeExportRequest(body)).resourceSpans);
  const stub: CollectorStub = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    paths,
    spans: () =>
      parsed()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ startTimeUnixNano, endTimeUnixNano, status, ...span }) => ({
          ...span,
          parentSpanId: span.parentSpanId,
          durationMs: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
          attributes: toRecord(span.attributes),
          failed: status !== undefined,
        })),
    resource: () => toRecord(parsed()[0]?.resource.attributes ?? []),
    reply: (response) => response.end(EMPTY_PARTIAL_SUCCESS),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;
}

function toRecord(list: z.infer<typeof attributes>): Record<string, Value> {
  const record: Record<string, Value> = {};
  for (const { key, value: given } of list) {
    if (key in record) throw new Error(`the attribute ${key} is there twice`);
    if ('stringValue' in given) record[key] = given.stringValue;
    else if ('intValue' in given) record[key] = Number(given.intValue);
    else if ('doubleValue' in given) record[key] = given.doubleValue;
    else record[key] = given.arrayValue.values.map(({ stringValue }) => stringValue);
  }
  return record;
}
