type Kind = 'text' | 'id' | 'fixed64' | 'integer' | 'double' | Message;

interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly repeated?: true;
}

/** A message of opentelemetry.proto by the numbers of its fields. */
interface Message {
  readonly [number: number]: Field;
}

const TEXT_VALUE: Message = { 1: { name: 'stringValue', kind: 'text' } };
const VALUE: Message = {
  1: { name: 'stringValue', kind: 'text' },
  3: { name: 'intValue', kind: 'integer' },
  4: { name: 'doubleValue', kind: 'double' },
  5: { name: 'arrayValue', kind: { 1: { name: 'values', kind: TEXT_VALUE, repeated: true } } },
};
const KEY_VALUE: Message = { 1: { name: 'key', kind: 'text' }, 2: { name: 'value', kind: VALUE } };
const SPAN: Message = {
  1: { name: 'traceId', kind: 'id' },
  2: { name: 'spanId', kind: 'id' },
  4: { name: 'parentSpanId', kind: 'id' },
  5: { name: 'name', kind: 'text' },
  6: { name: 'kind', kind: 'integer' },
  7: { name: 'startTimeUnixNano', kind: 'fixed64' },
  8: { name: 'endTimeUnixNano', kind: 'fixed64' },
  9: { name: 'attributes', kind: KEY_VALUE, repeated: true },
  15: { name: 'status', kind: { 3: { name: 'code', kind: 'integer' } } },
};
const RESOURCE: Message = { 1: { name: 'attributes', kind: KEY_VALUE, repeated: true } };
const SCOPE_SPANS: Message = {
  1: { name: 'scope', kind: { 1: { name: 'name', kind: 'text' } } },
  2: { name: 'spans', kind: SPAN, repeated: true },
};
const EXPORT_REQUEST: Message = {
  1: {
    name: 'resourceSpans',
    kind: {
      1: { name: 'resource', kind: RESOURCE },
      2: { name: 'scopeSpans', kind: SCOPE_SPANS, repeated: true },
    },
    repeated: true,
  },
};

/** An `ExportTraceServiceRequest` with the names that its JSON would have, and whole numbers as bigints. Throws on fields and wire types that are not as in opentelemetry.proto, and on one that comes twice. */
export function decodeExportRequest(bytes: Buffer): unknown {
  return decode(bytes, EXPORT_REQUEST);
}

export function decodeSpan(bytes: Buffer): unknown {
  return decode(bytes, SPAN);
}

function decode(bytes: Buffer, message: Message): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at);
    const field = message[Number(tag.value >> 3n)];
    if (!field) throw new Error(`there is no field ${tag.value >> 3n} at byte ${at}`);
    const { value, end } = read(bytes, tag.end, field.kind, Number(tag.value & 7n));
    if (end > bytes.length) throw new Error(`${field.name} ends behind its message`);
    if (field.repeated) ((decoded[field.name] ??= []) as unknown[]).push(value);
    else if (field.name in decoded) throw new Error(`${field.name} is there twice`);
    else decoded[field.name] = value;
    at = end;
  }
  return decoded;
}

const WIRE_TYPES = { integer: 0, fixed64: 1, double: 1, text: 2, id: 2 } as const;

function read(bytes: Buffer, at: number, kind: Kind, wireType: number): { value: unknown; end: number } {
  const expected = typeof kind === 'string' ? WIRE_TYPES[kind] : WIRE_TYPES.text;
  if (wireType !== expected) throw new Error(`wire type ${wireType} at byte ${at}`);
  if (kind === 'fixed64') return { value: String(bytes.readBigUInt64LE(at)), end: at + 8 };
  if (kind === 'double') return { value: bytes.readDoubleLE(at), end: at + 8 };
  const { value: number, end: start } = varint(bytes, at);
  if (kind === 'integer') return { value: number, end: start };
  const end = start + Number(number);
  const content = bytes.subarray(start, end);
  if (kind === 'id') return { value: content.toString('hex'), end };
  if (kind === 'text') return { value: new TextDecoder('utf-8', { fatal: true }).decode(content), end };
  return { value: decode(content, kind), end };
}

function varint(bytes: Buffer, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = start; ; at++) {
    value |= BigInt(bytes.readUInt8(at) & 0x7f) << BigInt(7 * (at - start));
    if (bytes.readUInt8(at) < 0x80) return { value, end: at + 1 };
  }
}
