import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineFault, type EngineEvent } from '../events.ts';
import { anyText, LONG_SENTENCE } from '../test-support/any-text.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { StopSequenceFilter } from '../generation/stop-sequence-filter.ts';
import type { CitableSource, Citation } from '../turns.ts';
import { CitationFilter } from './citation-filter.ts';
import { newWebSource } from './cite-documents.ts';
import { cutPassages } from './cut-passages.ts';

const FIRST = `Oslo 🇳🇴 is the capital. ${LONG_SENTENCE} `;
const SECOND = `Bergen lies west of it. ${LONG_SENTENCE}\r\n`;
const THIRD = `Tromsø is far in the north. ${LONG_SENTENCE}`;
const TEXT = FIRST + SECOND + THIRD;
const PAGES = ['first page\n\n', '\n\n', 'third page'];

function newDocument(
  text: string,
  origin: { index: number; title?: string; fileId?: string; pageStarts?: readonly number[] },
): CitableSource {
  return {
    origin: { type: 'document', title: null, fileId: null, ...origin },
    text,
    passageEnds: cutPassages(text, origin.pageStarts),
  };
}

const SOURCES: readonly CitableSource[] = [
  newDocument(TEXT, { index: 0, title: 'Cities', fileId: 'file_1' }),
  newDocument(PAGES.join(''), { index: 2, pageStarts: [0, 12, 14] }),
  newWebSource('https://a.example/', 'A', `  ${THIRD}\n`),
];

/** The output: texts and citations in order, adjacent texts joined. */
function collect(chunks: readonly string[], sources = SOURCES): (string | Citation)[] {
  const sink = new RecordingSink();
  const filter = new CitationFilter(sources, sink);
  for (const text of chunks) filter.event({ type: 'text', text });
  filter.end();
  expect(sink).toMatchObject({ ended: true, late: 0 });
  return joined(sink.events);
}

function joined(events: readonly EngineEvent[]): (string | Citation)[] {
  const collected: (string | Citation)[] = [];
  for (const event of events) {
    const last = collected.at(-1);
    if (event.type === 'citation') collected.push(event.citation);
    else if (event.type !== 'text') continue;
    else if (typeof last === 'string') collected[collected.length - 1] = last + event.text;
    else collected.push(event.text);
  }
  return collected;
}

/** The same with citations as the texts they quote. */
const read = (...chunks: string[]): (string | { quoted: string })[] =>
  collect(chunks).map((item) => (typeof item === 'string' ? item : { quoted: item.citedText }));

const first = { quoted: FIRST.trim() };
const second = { quoted: SECOND.trim() };

describe('CitationFilter', () => {
  it('D-42 quotes a document by code points with exclusive ends', () => {
    const [said, citation] = collect(['Far north.[[c0.2]]']);
    const points = Array.from(TEXT);
    const start = Array.from(FIRST + SECOND).length;
    expect(said).toBe('Far north.');
    expect(citation).toEqual({
      type: 'chars',
      citedText: THIRD,
      documentIndex: 0,
      documentTitle: 'Cities',
      fileId: 'file_1',
      start,
      end: points.length,
    });
    expect(start).toBeLessThan((FIRST + SECOND).length);
    expect(points.slice(start).join('')).toBe(THIRD);
  });

  it('D-42 quotes a document with pages by page numbers from 1 with exclusive ends', () => {
    const document = { type: 'pages', documentIndex: 2, documentTitle: null, fileId: null };
    expect(collect(['a[[c1.0]]b[[c1.1]]c[[c1.0-1]]'])).toEqual([
      'a',
      { ...document, citedText: 'first page', start: 1, end: 2 },
      'b',
      { ...document, citedText: 'third page', start: 3, end: 4 },
      'c',
      { ...document, citedText: PAGES.join(''), start: 1, end: 4 },
    ]);
  });

  it('D-41 quotes a web page by its address', () => {
    expect(collect(['a[[c2.0]]'])).toEqual([
      'a',
      { type: 'web', citedText: THIRD, url: 'https://a.example/', title: 'A' },
    ]);
  });

  it.each([
    ['behind the full stop', 'One.[[c0.0]] Two.', ['One.', first, ' Two.']],
    ['before it', 'One[[c0.0]]. Two.', ['One.', first, ' Two.']],
    ['behind a space', 'One. [[c0.0]] Two.', ['One.', first, ' Two.']],
    ['between space and full stop', 'One [[c0.0]]. Two.', ['One.', first, ' Two.']],
    ['against the next word', 'One [[c0.0]]two', ['One', first, ' two']],
    ['between space and full stop, against the next word', 'One [[c0.0]].Two', ['One.', first, 'Two']],
    ['before a bracket', '(One [[c0.0]])', ['(One', first, ')']],
    ['on the next line', 'One.\n[[c0.0]]\nTwo.', ['One.\n', first, '\nTwo.']],
    ['at the end', 'One. [[c0.0]]\n', ['One.', first]],
    ['several in a row', 'One.[[c0.0]] [[c0.1]] Two.', ['One.', first, second, ' Two.']],
    ['one below the other', 'One.[[c0.0]]\n[[c0.1]] Two.', ['One.', first, second, ' Two.']],
    ['several in one', 'One.[[c0.0, 0.1]] Two.', ['One.', first, second, ' Two.']],
    ['the same twice', 'One.[[c0.0]][[c0.0]] Two.', ['One.', first, ' Two.']],
    ['a range', 'One.[[c0.0-1]]', ['One.', { quoted: (FIRST + SECOND).trim() }]],
    ['a range with both ends in full', 'One.[[c0.0-0.1]]', ['One.', { quoted: (FIRST + SECOND).trim() }]],
    ['a range that goes on too far', 'One.[[c0.1-999999999]]', ['One.', { quoted: SECOND + THIRD }]],
    ['before anything was said', '[[c0.0]]One.', ['One.']],
    ['an unknown source', 'One.[[c9.0]] Two.', ['One. Two.']],
    ['an unknown passage', 'One.[[c0.3]] Two.', ['One. Two.']],
    ['a huge number', 'One.[[c0.99999999999999999999]]', ['One.']],
    ['a range that runs backwards', 'One.[[c0.2-1]]', ['One.']],
    ['no passage', 'One.[[c0]] [[c0.]] [[c1,2]] Two.', ['One. Two.']],
    ['some that exist', 'One.[[c9.0,0.0,x]]', ['One.[[c9.0,0.0,x]]']],
    ['some that exist, some not', 'One.[[c9.0,0.0]]', ['One.', first]],
    ['nested', '[[[[c0.0]]]]', ['[[', first, ']]']],
    ['within itself', 'a[[c0.[[c0.0]]', ['a[[c0.', first]],
    ['unterminated', 'a [[c0.0', ['a [[c0.0']],
    ['closed once', 'a[[c0.0] b', ['a[[c0.0] b']],
    ['too long', `a[[c${'0'.repeat(42)}.0]]`, [`a[[c${'0'.repeat(42)}.0]]`]],
    ['a matrix', '[[0.3, 1], [2, 3]] and [[0.3]]', ['[[0.3, 1], [2, 3]] and [[0.3]]']],
    ['a wiki link', '[[cats]] [[c]] [[', ['[[cats]] [[c]] [[']],
  ])('MSG-27 D-42 takes out a mark: %s', (_what, reply, expected) => {
    expect(read(reply)).toEqual(expected);
    expect(read(...reply.split(''))).toEqual(expected);
    for (let at = 1; at < reply.length; at++)
      expect(read(reply.slice(0, at), reply.slice(at)), `cut at ${at}`).toEqual(expected);
  });

  it('passes on immediately what cannot become a mark, as the engine cut it', () => {
    const sink = new RecordingSink();
    const filter = new CitationFilter(SOURCES, sink);
    for (const text of ['a', ' b', '. [[c0.0]', 'x', '\n']) filter.event({ type: 'text', text });
    const texts = sink.events.map((event) => (event.type === 'text' ? event.text : event.type));
    expect(texts).toEqual(['a', ' b', '.', ' [[c0.0]x', '\n']);
  });

  it('holds back only a little whitespace after a mark', () => {
    const sink = new RecordingSink();
    const filter = new CitationFilter(SOURCES, sink);
    filter.event({ type: 'text', text: `One.[[c0.0]]${'\n'.repeat(8)}` });
    expect(sink.events.length).toBe(1);
    filter.event({ type: 'text', text: '\n' });
    expect(joined(sink.events)).toMatchObject(['One.', { citedText: FIRST.trim() }, '\n'.repeat(9)]);
  });

  it('holds back at most the length of a mark, for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[', '[[', '[[c', '0', '.', ',', ' ', '-', ']'), { maxLength: 300 }),
        (chunks) => {
          const sink = new RecordingSink();
          const filter = new CitationFilter([], sink);
          for (const text of chunks) filter.event({ type: 'text', text });
          const sent = chunks.join('');
          const marked = [...sent.matchAll(/ *\[\[c[^\]]*\]\] */g)].reduce(
            (sum, [mark]) => sum + mark.length,
            0,
          );
          expect(sent.length - sink.text.length - marked).toBeLessThanOrEqual(55);
        },
      ),
    );
  });

  it('ends a text with its citations before any other event', () => {
    const sink = new RecordingSink();
    const filter = new CitationFilter(SOURCES, sink);
    const call: EngineEvent = { type: 'tool_call_start', call: 0, id: 'call_1', name: 'f' };
    const say = (text: string): void => filter.event({ type: 'text', text });
    say('a[[c0.0]]');
    filter.event(call);
    say('[[c0.1]]b [[');
    filter.event({ type: 'stop', reason: 'end_turn' });
    filter.fail(new EngineFault('broken'));
    expect(sink.events.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
      'a',
      'citation',
      'tool_call_start',
      'b',
      ' [[',
      'stop',
    ]);
    expect(sink.fault?.kind).toBe('broken');
  });

  it('MSG-44 finds stop sequences in the visible text, and emits nothing after one', () => {
    const sink = new RecordingSink();
    const stopping = new StopSequenceFilter([']]', 'END'], sink, () => filter.end());
    const filter = new CitationFilter(SOURCES, stopping);
    filter.event({ type: 'text', text: 'One.[[c0.0]] END two[[c0.1]] three [[c0.' });
    expect(sink).toMatchObject({ ended: true, late: 0 });
    expect(sink.events.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
      'One.',
      'citation',
      ' ',
      'stop',
    ]);
  });

  it('MSG-44 ends a reply once, even when held text is the stop sequence', () => {
    const sink = new RecordingSink();
    const stopping = new StopSequenceFilter(['[['], sink, () => filter.end());
    const filter = new CitationFilter(SOURCES, stopping);
    filter.event({ type: 'text', text: 'One. [[c0.' });
    filter.event({ type: 'stop', reason: 'max_tokens' });
    expect(sink).toMatchObject({ ended: true, late: 0 });
    expect(sink.events.at(-1)).toMatchObject({ type: 'stop', reason: 'stop_sequence' });
  });

  it('quotes the beginning of a very long range', () => {
    const long = newWebSource('https://a.example/', null, `${LONG_SENTENCE} `.repeat(10_000));
    const [, citation] = collect(['a[[c0.5-9999]]'], [long]);
    expect((citation as Citation).citedText).toBe(`${LONG_SENTENCE} `.repeat(16).trim());
  });

  it('limits the quote of passages with excessive whitespace between them', () => {
    const space = ' '.repeat(1_000_000);
    const wide = newWebSource('https://a.example/', null, `${space}${LONG_SENTENCE}${space}${LONG_SENTENCE}`);
    const started = process.cpuUsage();
    const collected = collect(['a', '[[c0.0-3]]b'.repeat(1000)], [wide]).filter(
      (item) => typeof item === 'object',
    );
    expect(collected).toHaveLength(1000);
    expect(new Set(collected.map((item) => item.citedText))).toEqual(new Set([LONG_SENTENCE]));
    // Rescanning all of the whitespace each time takes seconds.
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });

  it('D-42 for any documents and cuts, a quote is the slice of the text by code points', () => {
    const range = fc.tuple(fc.nat(2), fc.nat(12), fc.nat(4));
    const reply = fc.array(fc.tuple(anyText, range), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 3 }),
        reply,
        fc.array(fc.nat(9), { minLength: 1 }),
        (texts, said, cuts) => {
          const sources = texts.map((text, index) => newDocument(text, { index }));
          const whole = said
            .map(([text, [source, passage, more]]) => `${text}[[c${source}.${passage}-${passage + more}]]`)
            .join('');
          const chunks: string[] = [];
          for (let at = 0, cut = 0; at < whole.length; at += chunks.at(-1)!.length)
            chunks.push(whole.slice(at, at + 1 + cuts[cut++ % cuts.length]!));
          const collected = collect(chunks, sources);
          expect(collected).toEqual(collect([whole], sources));
          for (const item of collected) {
            if (typeof item === 'string') expect(item).not.toMatch(/\[\[c\d+\.\d+-\d+\]\]/);
            else if (item.type !== 'chars') expect.unreachable();
            else {
              expect(item.citedText).not.toBe('');
              expect(Array.from(texts[item.documentIndex]!).slice(item.start, item.end).join('')).toBe(
                item.citedText,
              );
            }
          }
        },
      ),
    );
  });
});
