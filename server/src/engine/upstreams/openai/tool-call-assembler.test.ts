import { expect, it } from 'vitest';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ReplyOutput } from '../http/reply-output.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

function assemble(calls: readonly object[], maxOutputTokens: number): RecordingSink {
  const sink = new RecordingSink();
  let calling = 0;
  const assembler = new ToolCallAssembler(new ReplyOutput(sink, maxOutputTokens), () => `call_${calling++}`);
  for (const call of calls) assembler.add(call);
  return sink;
}

const started = ({ events }: RecordingSink): number =>
  events.filter(({ type }) => type === 'tool_call_start').length;

// Comparing each with all before it took half a minute.
it.each([
  ['numbered', (index: number) => ({ index, function: { name: 'f' } })],
  ['named', (index: number) => ({ id: `a${index}`, function: { name: 'f' } })],
])('assembles very many calls in one reply: %s', (_name, call) => {
  const calls = Array.from({ length: 60_000 }, (_, index) => call(index));
  const before = process.cpuUsage();
  expect(started(assemble(calls, 1_000_000))).toBe(60_000);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
});

it('passes on no more calls than the reply may have tokens', () => {
  const calls = Array.from({ length: 1000 }, (_, index) => ({ index, function: { name: 'look_up' } }));
  expect(started(assemble(calls, 100))).toBeLessThan(110);
});
