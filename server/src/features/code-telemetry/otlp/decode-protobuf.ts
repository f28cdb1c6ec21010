import type { CodePoint } from '#exchange';
import type { FieldValue } from '#kit';
import { scopeText, type OtlpAttribute, writtenOf } from './attribute-value.ts';
import { isTaken } from './code-metric.ts';
import { OtlpReader } from './otlp-reader.ts';
import {
  lazyDigest,
  PointList,
  type OtlpMetric,
  type OtlpPoint,
  type TelemetrySettings,
} from './point-list.ts';
import { protobufAttribute } from './protobuf-attributes.ts';

/** Numbers of fields of OTLP, from the request down to a point. */
const RESOURCE_METRICS = 1;
const [RESOURCE, SCOPE_METRICS] = [1, 2] as const;
const RESOURCE_ATTRIBUTES = 1;
const [SCOPE, METRICS] = [1, 2] as const;
const [NAME, SUM] = [1, 7] as const;
const [DATA_POINTS, TEMPORALITY] = [1, 2] as const;
const [START, END, AS_DOUBLE, AS_INT, ATTRIBUTES, FLAGS] = [2, 3, 4, 6, 7, 8] as const;
const [SCOPE_NAME, SCOPE_VERSION, SCOPE_ATTRIBUTES] = [1, 2, 3] as const;

/** Of a point's `flags`: it has no value. */
const NO_VALUE = 1;
const FIXED_64_BYTES = 8;
const EMPTY = Buffer.alloc(0);

/** The points that count of an ExportMetricsServiceRequest in protobuf. Throws what is wrong with it. */
export function decodeProtobuf(
  bytes: Uint8Array | undefined,
  { countLimit }: TelemetrySettings,
): readonly CodePoint[] {
  const body = bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : EMPTY;
  const list = new PointList(countLimit);
  const reader = new OtlpReader();
  for (const [i, ofResource] of reader.messages(body, RESOURCE_METRICS).entries()) {
    const resource = reader.message(ofResource, RESOURCE);
    const origin = lazyDigest(() => writtenOf(attributesOf(reader, resource, RESOURCE_ATTRIBUTES)));
    for (const [j, ofScope] of reader.messages(ofResource, SCOPE_METRICS).entries()) {
      const scope = reader.message(ofScope, SCOPE);
      const scopeOrigin = lazyDigest(() => [origin(), textOfScope(reader, scope)]);
      for (const [k, metric] of reader.messages(ofScope, METRICS).entries())
        addMetric(reader, list, metric, {
          origin: scopeOrigin,
          param: `resourceMetrics[${i}].scopeMetrics[${j}].metrics[${k}]`,
        });
    }
  }
  return list.points;
}

function addMetric(
  reader: OtlpReader,
  list: PointList,
  message: Buffer,
  of: Pick<OtlpMetric, 'origin' | 'param'>,
): void {
  const name = reader.message(message, NAME).toString();
  if (!isTaken(name)) return;
  const sum = reader.message(message, SUM);
  const metric: OtlpMetric = { ...of, name, temporality: reader.number(sum, TEMPORALITY) };
  for (const [index, point] of reader.messages(sum, DATA_POINTS).entries()) {
    const read = toPoint(reader, point);
    if (read) list.add(metric, index, read);
  }
}

/** Undefined if it has no value. */
function toPoint(reader: OtlpReader, message: Buffer): OtlpPoint | undefined {
  const fields = new Map<number, FieldValue>();
  const attributes: OtlpAttribute[] = [];
  reader.each(message, (field, value) => {
    if (field === ATTRIBUTES && typeof value !== 'number') attributes.push(protobufAttribute(reader, value));
    else fields.set(field, value);
  });
  if ((Number(fields.get(FLAGS) ?? 0) & NO_VALUE) !== 0) return undefined;
  const isDouble = fields.has(AS_DOUBLE) && !fields.has(AS_INT);
  const bytes = fixed64(fields.get(isDouble ? AS_DOUBLE : AS_INT));
  return {
    attributes,
    startNanos: fixed64(fields.get(START))?.readBigUInt64LE() ?? 0n,
    endNanos: fixed64(fields.get(END))?.readBigUInt64LE() ?? 0n,
    value: bytes ? (isDouble ? bytes.readDoubleLE() : Number(bytes.readBigInt64LE())) : Number.NaN,
    field: isDouble ? 'asDouble' : 'asInt',
  };
}

function attributesOf(reader: OtlpReader, owner: Buffer, field: number): OtlpAttribute[] {
  return reader.messages(owner, field).map((message) => protobufAttribute(reader, message));
}

function textOfScope(reader: OtlpReader, scope: Buffer): string {
  return scopeText(
    reader.message(scope, SCOPE_NAME).toString(),
    reader.message(scope, SCOPE_VERSION).toString(),
    attributesOf(reader, scope, SCOPE_ATTRIBUTES),
  );
}

function fixed64(value: FieldValue | undefined): Buffer | undefined {
  return value instanceof Buffer && value.length === FIXED_64_BYTES ? value : undefined;
}
