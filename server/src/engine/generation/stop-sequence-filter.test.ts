import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../events.ts';
import { StopSequenceFilter } from './stop-sequence-filter.ts';
import { FakeEngine } from '../test-support/fake-engine.ts';
import { GenerationBench, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';

/** The emitted text when it arrives in chunks, and the sequence that stopped it. */
function filtered(
  sequences: readonly string[],
  chunks: readonly (string | EngineEvent)[],
): { text: string; stopped: string | undefined; events: EngineEvent[] } {
  const sink = new RecordingSink();
  let halted = false;
  const filter = new StopSequenceFilter(sequences, sink, () => (halted = true));
  for (const chunk of chunks)
    if (!halted) filter.event(typeof chunk === 'string' ? { type: 'text', text: chunk } : chunk);
  if (!halted) filter.end();
  const stop = sink.events.at(-1);
  return {
    text: sink.text,
    stopped: stop?.type === 'stop' ? stop.stopSequence : undefined,
    events: sink.events,
  };
}

/** The same, computed on the whole text. */
function expected(sequences: readonly string[], text: string): { text: string; stopped: string | undefined } {
  let end = Infinity;
  let stopped: string | undefined;
  for (const sequence of sequences.toSorted((a, b) => b.length - a.length)) {
    const at = text.indexOf(sequence);
    if (at >= 0 && at + sequence.length < end) [end, stopped] = [at + sequence.length, sequence];
  }
  return { text: stopped === undefined ? text : text.slice(0, end - stopped.length), stopped };
}

describe('StopSequenceFilter', () => {
  it('MSG-12 MSG-44 finds the first sequence however the text is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
    const sequences = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), sequences, (chunks, stops) => {
        const { text, stopped } = filtered(stops, chunks);
        expect({ text, stopped }).toEqual(expected(stops, chunks.join('')));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds back nothing that cannot start a sequence', () => {
    const sink = new RecordingSink();
    const filter = new StopSequenceFilter(['END'], sink, () => {});
    filter.event({ type: 'text', text: 'text E' });
    expect(sink.text).toBe('text ');
    filter.event({ type: 'text', text: 'xit' });
    expect(sink.text).toBe('text Exit');
  });

  it('MSG-12 D-42 finds a sequence that contains a citation, and leaves citations in place', () => {
    const cite = (citedText: string): EngineEvent => ({
      type: 'citation',
      citation: { type: 'web', citedText, url: 'https://a.test/', title: null },
    });
    const found = filtered([', S'], ['Oslo', cite('one'), ',', cite('two'), ' STOP']);
    expect(found.events).toEqual([
      { type: 'text', text: 'Oslo' },
      cite('one'),
      { type: 'stop', reason: 'stop_sequence', stopSequence: ', S' },
    ]);
    const passed = filtered(
      [', S', 'x, y z'],
      ['Oslo, ', cite('one'), 'x,', cite('two'), cite('three'), ' y', cite('four'), '.'],
    );
    expect(passed.events).toEqual([
      { type: 'text', text: 'Oslo' },
      { type: 'text', text: ', ' },
      cite('one'),
      { type: 'text', text: 'x,' },
      cite('two'),
      cite('three'),
      { type: 'text', text: ' y' },
      cite('four'),
      { type: 'text', text: '.' },
    ]);
    expect(filtered(['ab'], ['xa', cite('one')]).events).toEqual([
      { type: 'text', text: 'x' },
      { type: 'text', text: 'a' },
      cite('one'),
    ]);
  });

  it('does not join text across reasoning or a call, and releases held text', () => {
    const start: EngineEvent = { type: 'tool_call_start', call: 0, id: 'a', name: 'f' };
    const { events, stopped } = filtered(['END'], ['an EN', start, 'D']);
    expect(stopped).toBeUndefined();
    expect(events).toEqual([
      { type: 'text', text: 'an ' },
      { type: 'text', text: 'EN' },
      start,
      { type: 'text', text: 'D' },
    ]);
  });

  it('stops the engine immediately, completes the run, and ignores later events', async () => {
    const engine = new FakeEngine();
    await using bench = new GenerationBench({ a: engine }, [route('a')]);
    const { sink } = bench.run({ stopSequences: ['END'], stream: false });
    const [call] = engine.calls;
    // A reply that may have to be stopped halfway must be streamed.
    expect(call!.request.stream).toBe(true);
    call!.sink.event({ type: 'text', text: 'so E' });
    call!.sink.event({ type: 'text', text: 'ND and more' });
    expect(call!.aborted).toBe(true);
    call!.sink.event({ type: 'text', text: 'late' });
    call!.sink.end();
    expect([sink.text, sink.ended, sink.late, bench.inFlight]).toEqual(['so ', true, 0, 0]);
    expect(sink.events.at(-1)).toEqual({ type: 'stop', reason: 'stop_sequence', stopSequence: 'END' });
  });
});
