import { expect, it, describe } from 'vitest';
import { lengthField, numberField } from '#kit';
import { httpDatabases } from '#test-kit';
import { useTelemetry } from './telemetry-fixture.ts';

/** Not a whole number of microseconds, and more than a double holds. */
const NANOS = 999n;
const MINUTE_NANOS = 60_000_000_000n;

interface Span {
  readonly start: bigint;
  readonly end: bigint;
}

/** How a client may write the same JSON. */
interface Writing {
  /** Keys of objects and attributes of lists the other way round. */
  readonly reversed?: boolean;
  /** Integers and times as numbers instead of text. */
  readonly numbers?: boolean;
}

const ATTRIBUTES = (integer: (value: bigint) => unknown) => [
  { key: 'branch', value: { stringValue: 'main' } },
  { key: 'clean', value: { boolValue: false } },
  { key: 'offset', value: { intValue: integer(-3n) } },
  { key: 'size', value: { intValue: integer(9_007_199_254_740_993n) } },
  { key: 'share', value: { doubleValue: 0.5 } },
  { key: 'id', value: { bytesValue: 'AP8=' } },
  { key: 'tags', value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: integer(1n) }] } } },
  {
    key: 'of',
    value: {
      kvlistValue: {
        values: [
          { key: 'x', value: { intValue: integer(1n) } },
          { key: 'y', value: {} },
        ],
      },
    },
  },
];

function inJson({ start, end }: Span, cumulative: boolean, { reversed, numbers }: Writing = {}): string {
  const integer = (value: bigint) => (numbers ? Number(value) : String(value));
  const point = {
    attributes: ATTRIBUTES(integer),
    startTimeUnixNano: integer(start),
    timeUnixNano: integer(end),
    asInt: integer(2n),
  };
  const sum = { aggregationTemporality: cumulative ? 2 : 1, isMonotonic: true, dataPoints: [point] };
  const scope = { name: 'svc-code', version: '1', attributes: ATTRIBUTES(integer) };
  const scopeMetrics = [{ scope, metrics: [{ name: 'svc_code.commit.count', unit: '1', sum }] }];
  const body = { resourceMetrics: [{ resource: { attributes: ATTRIBUTES(integer) }, scopeMetrics }] };
  return JSON.stringify(reversed ? turned(body) : body);
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map(turned);
    return list.every((each) => typeof each === 'object' && 'key' in (each as object))
      ? list.toReversed()
      : list;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, turned(each)])
      .toReversed(),
  );
}

function varint(field: number, value: bigint): Buffer {
  const bytes = [field << 3];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

function fixed64(field: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (field << 3) | 1;
  write(bytes);
  return bytes;
}

function attributeFields(field: number): Buffer[] {
  const pair = (key: string, ...value: Buffer[]) => [lengthField(1, key), lengthField(2, ...value)];
  const values: readonly [string, Buffer][] = [
    ['branch', lengthField(1, 'main')],
    ['clean', numberField(2, 0)],
    ['offset', varint(3, -3n)],
    ['size', varint(3, 9_007_199_254_740_993n)],
    ['share', fixed64(4, (bytes) => bytes.writeDoubleLE(0.5, 1))],
    ['id', lengthField(7, Buffer.from([0, 255]))],
    ['tags', lengthField(5, lengthField(1, lengthField(1, 'a')), lengthField(1, varint(3, 1n)))],
    ['of', lengthField(6, lengthField(1, ...pair('x', varint(3, 1n))), lengthField(1, ...pair('y')))],
  ];
  return values.map(([key, value]) => lengthField(field, ...pair(key, value)));
}

function inProtobuf({ start, end }: Span, cumulative: boolean): Buffer {
  const point = [
    fixed64(2, (bytes) => bytes.writeBigUInt64LE(start, 1)),
    fixed64(3, (bytes) => bytes.writeBigUInt64LE(end, 1)),
    fixed64(6, (bytes) => bytes.writeBigInt64LE(2n, 1)),
    ...attributeFields(7),
  ];
  const sum = [lengthField(1, ...point), numberField(2, cumulative ? 2 : 1), numberField(3, 1)];
  const metric = lengthField(2, lengthField(1, 'svc_code.commit.count'), lengthField(7, ...sum));
  const scope = lengthField(1, lengthField(1, 'svc-code'), lengthField(2, '1'), ...attributeFields(3));
  const resource = lengthField(1, ...attributeFields(1));
  return lengthField(1, resource, lengthField(2, scope, metric));
}

const AGAIN: readonly (readonly [string, (span: Span, cumulative: boolean) => string | Buffer])[] = [
  ['in JSON', inJson],
  ['in protobuf', inProtobuf],
  ['with keys in another order', (span, cumulative) => inJson(span, cumulative, { reversed: true })],
  ['with integers as numbers', (span, cumulative) => inJson(span, cumulative, { numbers: true })],
];

describe.each(await httpDatabases(import.meta.filename))('encodings of reports on $kind', (database) => {
  const telemetry = useTelemetry(database);

  it.each([
    ['delta', false],
    ['cumulative', true],
  ])('CODE-05 a %s batch that is sent again counts once, however it is written', async (_, cumulative) => {
    const start = BigInt(telemetry.noonMs) * 1_000_000n + NANOS;
    const span = { start, end: start + MINUTE_NANOS };
    for (const [, write] of [...AGAIN, ...AGAIN.toReversed()]) {
      const body = write(span, cumulative);
      expect(
        (await telemetry.send({ body: typeof body === 'string' ? JSON.parse(body) : body })).status,
      ).toBe(200);
    }
    expect((await telemetry.activity())['code']?.commits).toBe(2);
    await telemetry.send({ body: inProtobuf({ start, end: span.end + MINUTE_NANOS }, false) });
    expect((await telemetry.activity())['code']?.commits).toBe(4);
  });

  it('refuses attributes that are nested without end', async () => {
    let value = lengthField(1, 'deep');
    for (let i = 0; i < 50; i++) value = lengthField(5, lengthField(1, value));
    const attribute = lengthField(7, lengthField(1, 'deep'), lengthField(2, value));
    const sum = lengthField(7, lengthField(1, attribute), numberField(2, 1));
    const metric = lengthField(2, lengthField(1, 'svc_code.commit.count'), sum);
    const refused = await telemetry.send({ body: lengthField(1, lengthField(2, metric)) });
    expect(refused.status).toBe(400);
  });
});
