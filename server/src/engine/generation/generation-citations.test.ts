import { describe, expect, it } from 'vitest';
import { newWebSource } from '../citations/cite-documents.ts';
import { FakeEngine, type FakeBehaviour } from '../test-support/fake-engine.ts';
import { GenerationBench, route } from '../test-support/generation-bench.ts';

describe('marks in a reply', () => {
  const sources = [newWebSource('https://a.example/', 'A', 'Only one sentence.')];
  const says =
    (...chunks: string[]): FakeBehaviour =>
    ({ sink }) => {
      for (const text of chunks) sink.event({ type: 'text', text });
      sink.event({ type: 'stop', reason: 'end_turn' });
      sink.end();
    };
  const citation = {
    type: 'citation',
    citation: { type: 'web', citedText: 'Only one sentence.', url: 'https://a.example/', title: 'A' },
  };

  it('D-42 become citations if there are sources to cite', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine(says('One.[[c0', '.0]] Two.')) }, [
      route('a'),
    ]);
    const { events } = await bench.complete({ sources });
    const one = { type: 'text', text: 'One.' };
    expect(events).toEqual([
      one,
      citation,
      { type: 'text', text: ' Two.' },
      { type: 'stop', reason: 'end_turn' },
    ]);
    expect((await bench.complete()).text).toBe('One.[[c0.0]] Two.');
  });

  it('MSG-44 D-42 do not trigger a stop sequence that they contain, and are not emitted after one', async () => {
    await using bench = new GenerationBench({ a: new FakeEngine(says('One.[[c0.0]] END[[c0.0]] Two.')) }, [
      route('a'),
    ]);
    const sink = await bench.complete({ sources, stopSequences: [']]', 'END'] });
    expect(sink.events).toEqual([
      { type: 'text', text: 'One.' },
      citation,
      { type: 'text', text: ' ' },
      { type: 'stop', reason: 'stop_sequence', stopSequence: 'END' },
    ]);
    expect(sink).toMatchObject({ ended: true, late: 0 });
  });
});
