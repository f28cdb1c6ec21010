import { lengthField, numberField } from '#kit';

/** A point of a counter as a client sends it, alone in its metric. Times are epoch milliseconds. */
export interface SentCount {
  readonly name: string;
  readonly value: number;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly startMs?: number;
  readonly endMs: number;
  readonly cumulative?: boolean;
  /** As `asDouble`. */
  readonly isDouble?: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const RESOURCE = { 'service.name': 'svc-code' };
const nanos = (ms: number): bigint => BigInt(Math.round(ms * 1000)) * 1000n;

function temporality({ cumulative = false }: SentCount): number {
  return cumulative ? 2 : 1;
}

/** An ExportMetricsServiceRequest of one resource, in JSON. */
export function otlpJson(counts: readonly SentCount[], resource: Attributes = RESOURCE): object {
  const list = (attributes: Attributes) =>
    Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } }));
  const metrics = counts.map((count) => ({
    name: count.name,
    unit: '1',
    sum: {
      aggregationTemporality: temporality(count),
      isMonotonic: true,
      dataPoints: [
        {
          attributes: list(count.attributes ?? {}),
          startTimeUnixNano: String(nanos(count.startMs ?? 0)),
          timeUnixNano: String(nanos(count.endMs)),
          ...(count.isDouble ? { asDouble: count.value } : { asInt: String(count.value) }),
        },
      ],
    },
  }));
  const scopeMetrics = [{ scope: { name: 'svc-code', version: '1.0.0' }, metrics }];
  return { resourceMetrics: [{ resource: { attributes: list(resource) }, scopeMetrics }] };
}

function fixed64(field: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (field << 3) | 1;
  write(bytes);
  return bytes;
}

function attributeFields(field: number, attributes: Attributes): Buffer[] {
  return Object.entries(attributes).map(([key, value]) =>
    lengthField(field, lengthField(1, key), lengthField(2, lengthField(1, value))),
  );
}

function pointFields(count: SentCount): Buffer[] {
  return [
    fixed64(2, (bytes) => bytes.writeBigUInt64LE(nanos(count.startMs ?? 0), 1)),
    fixed64(3, (bytes) => bytes.writeBigUInt64LE(nanos(count.endMs), 1)),
    count.isDouble
      ? fixed64(4, (bytes) => bytes.writeDoubleLE(count.value, 1))
      : fixed64(6, (bytes) => bytes.writeBigInt64LE(BigInt(count.value), 1)),
    ...attributeFields(7, count.attributes ?? {}),
  ];
}

/** The same in protobuf. */
export function otlpProtobuf(counts: readonly SentCount[], resource: Attributes = RESOURCE): Buffer {
  const metrics = counts.map((count) => {
    const sum = [
      lengthField(1, ...pointFields(count)),
      numberField(2, temporality(count)),
      numberField(3, 1),
    ];
    return lengthField(2, lengthField(1, count.name), lengthField(3, '1'), lengthField(7, ...sum));
  });
  const scope = lengthField(1, lengthField(1, 'svc-code'), lengthField(2, '1.0.0'));
  return lengthField(1, lengthField(1, ...attributeFields(1, resource)), lengthField(2, scope, ...metrics));
}
