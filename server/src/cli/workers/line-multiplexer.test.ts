import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { LineMultiplexer } from './line-multiplexer.ts';

it('never cuts a line of one process with one of another, and drops what a killed one had begun', async () => {
  const output = new PassThrough();
  const lines = new LineMultiplexer(output);
  const [one, two] = [new PassThrough(), new PassThrough()];
  lines.add(one);
  lines.add(two);
  for (const [source, chunk] of [
    [one, '{"a":'],
    [two, '{"b":2}\n{"c"'],
    [one, '1}\n'],
    [two, ':3}\n{"d'],
    [one, '{"e":5}\n'],
  ] as const) {
    source.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  two.destroy();
  one.write('{"f":6}\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(String(output.read())).toBe('{"b":2}\n{"a":1}\n{"c":3}\n{"e":5}\n{"f":6}\n');
});

it('writes what the format makes of each line', async () => {
  const output = new PassThrough();
  const source = new PassThrough();
  new LineMultiplexer(output, (line) => `- ${line}`).add(source);
  source.write('one\ntw');
  source.write('o\nthree\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(String(output.read())).toBe('- one\n- two\n- three\n');
});

it('reads no faster than what it writes to is read', async () => {
  const waiting: (() => void)[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void waiting.push(done),
  });
  const lines = new LineMultiplexer(output);
  const source = new PassThrough();
  lines.add(source);
  source.write('first\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(source.isPaused()).toBe(true);
  waiting.pop()!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(source.isPaused()).toBe(false);
});
