import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeSpan, SPAN_KINDS, SpanAttributes } from './encode-span.ts';

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

const span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
  name: 'chat m',
  kind: SPAN_KINDS.client,
  startedAtMs: 1_764_130_000_000.123,
  endedAtMs: 1_764_130_000_001.5,
  attributes: new SpanAttributes(),
  failed: false,
};

it('is OTLP in JSON: ids in hexadecimal, times and whole numbers as text', () => {
  const attributes = new SpanAttributes()
    .text('a', 'x')
    .text('absent', undefined)
    .int('b', 3)
    .double('c', 1)
    .texts('d', ['y', 'z']);
  expect(
    JSON.parse(encodeSpan({ ...span, attributes, parentSpanId: 'b7ad6b7169203331', failed: true })),
  ).toEqual({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: 'b7ad6b7169203331',
    name: 'chat m',
    kind: 3,
    startTimeUnixNano: '1764130000000123000',
    endTimeUnixNano: '1764130000001500000',
    attributes: [
      { key: 'a', value: { stringValue: 'x' } },
      { key: 'b', value: { intValue: '3' } },
      { key: 'c', value: { doubleValue: 1 } },
      { key: 'd', value: { arrayValue: { values: [{ stringValue: 'y' }, { stringValue: 'z' }] } } },
    ],
    status: { code: 2 },
  });
});

it('is JSON whatever the names are', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const attributes = new SpanAttributes().text('a', name).id('b', name).texts('c', [name]);
      const parsed = JSON.parse(encodeSpan({ ...span, name, attributes })) as { name: string };
      expect(parsed.name).toBe(name);
    }),
  );
});
