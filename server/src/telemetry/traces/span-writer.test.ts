import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeSpan } from '#test-kit';
import { OwnAttribute, RepeatedAttribute } from './span-attributes.ts';
import { nameAndKind, SPAN_KINDS, SpanWriter } from './span-writer.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
);
const IDS = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
};
const STARTED_AT_MS = 1_764_130_000_000.123;
const [OWN, REPEATED] = [new OwnAttribute('a'), RepeatedAttribute.text('a')];

const read = (span: Uint8Array) => decodeSpan(Buffer.from(span));
const start = (writer: SpanWriter) => writer.start(IDS, STARTED_AT_MS, STARTED_AT_MS + 1.377);

it('is a span of OTLP in protobuf', () => {
  const writer = new SpanWriter();
  const span = writer
    .start({ ...IDS, parentSpanId: 'b7ad6b7169203331' }, STARTED_AT_MS, 1_764_130_000_001.5)
    .fields(nameAndKind('chat m', SPAN_KINDS.client))
    .text(OWN, 'x')
    .repeated(RepeatedAttribute.text('absent'), undefined)
    .repeated(RepeatedAttribute.text('b'), 'y')
    .int(new OwnAttribute('c'), 3)
    .int(new OwnAttribute('absent'), undefined)
    .double(new OwnAttribute('d'), 0.25)
    .repeated(RepeatedAttribute.listOfOne('e'), 'z');
  expect(read(span.end(true))).toEqual({
    traceId: IDS.traceId,
    spanId: IDS.spanId,
    parentSpanId: 'b7ad6b7169203331',
    name: 'chat m',
    kind: 3n,
    startTimeUnixNano: '1764130000000123000',
    endTimeUnixNano: '1764130000001500000',
    attributes: [
      { key: 'a', value: { stringValue: 'x' } },
      { key: 'b', value: { stringValue: 'y' } },
      { key: 'c', value: { intValue: 3n } },
      { key: 'd', value: { doubleValue: 0.25 } },
      { key: 'e', value: { arrayValue: { values: [{ stringValue: 'z' }] } } },
    ],
    status: { code: 2n },
  });
  expect(read(start(writer).end(false))).toEqual({
    traceId: IDS.traceId,
    spanId: IDS.spanId,
    startTimeUnixNano: '1764130000000123000',
    endTimeUnixNano: '1764130000001500000',
  });
});

it('is one whatever its values are', () => {
  const writer = new SpanWriter();
  fc.assert(
    fc.property(anyText, fc.maxSafeNat(), fc.double(), (text, int, double) => {
      const span = start(writer)
        .fields(nameAndKind(text, SPAN_KINDS.server))
        .text(OWN, text)
        .repeated(REPEATED, text)
        .int(OWN, int)
        .double(OWN, double);
      // Halves of characters have no form in UTF-8.
      const stringValue = text.toWellFormed();
      expect(read(span.end(false))).toMatchObject({
        name: stringValue,
        attributes: [
          { key: 'a', value: { stringValue } },
          { key: 'a', value: { stringValue } },
          { key: 'a', value: { intValue: BigInt(int) } },
          { key: 'a', value: { doubleValue: double } },
        ],
      });
    }),
  );
});

it('may be of any length', () => {
  const writer = new SpanWriter();
  const long = 'ü'.repeat(100_000);
  expect(read(start(writer).repeated(REPEATED, long).text(OWN, long).end(true))).toMatchObject({
    attributes: [{ value: { stringValue: long } }, { value: { stringValue: long } }],
    status: { code: 2n },
  });
});

it('has times to the microsecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e15 }), (micros) => {
      const { startTimeUnixNano } = read(new SpanWriter().start(IDS, micros / 1000, 0).end(false)) as {
        startTimeUnixNano: string;
      };
      expect(startTimeUnixNano).toBe(String(BigInt(Math.round((micros / 1000) * 1000)) * 1000n));
    }),
  );
});
