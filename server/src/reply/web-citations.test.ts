import { describe, expect, it } from 'vitest';
import { CITING_INSTRUCTION, newWebSource } from '#engine';
import { WebCitations } from './web-citations.ts';

const SENTENCE = 'Oslo is the capital, and it has been that for a very long time.';
const page = (text: string, title: string | null = 'Cities') => ({
  url: 'https://a.example/cities',
  title,
  text,
});

describe('WebCitations', () => {
  it('D-41 numbers the passages of a page where the result holds them', () => {
    const web = new WebCitations({});
    const text = `${SENTENCE} ${SENTENCE}`;
    expect(web.citeResult({ text: `Fetched:\n\n${text}\nEnd.`, sources: [page(text)] })).toBe(
      `${CITING_INSTRUCTION}\n\nFetched:\n\n[[c0.0]] ${SENTENCE} \n[[c0.1]] ${SENTENCE}\n\nEnd.`,
    );
    expect(web.sources).toMatchObject([
      { origin: { type: 'web', url: 'https://a.example/cities', title: 'Cities' }, text },
    ]);
  });

  it('D-41 numbers pages in the order of the result, each on a line of its own', () => {
    const web = new WebCitations({});
    expect(web.citeResult({ text: '1. one two 2. one', sources: [page('one two'), page('one')] })).toBe(
      `${CITING_INSTRUCTION}\n\n1. \n[[c0.0]] one two\n 2. \n[[c1.0]] one\n`,
    );
  });

  it('D-41 puts a page behind a result that does not hold it', () => {
    const web = new WebCitations({});
    expect(web.citeResult({ text: 'Two pages.', sources: [page('one', null), page(' '), page('two')] })).toBe(
      `${CITING_INSTRUCTION}\n\nTwo pages.\n\n\nhttps://a.example/cities\n[[c0.0]] one\n\n\nCities\nhttps://a.example/cities\n[[c1.0]] two\n`,
    );
  });

  it('D-41 D-42 counts on from documents and from earlier results', () => {
    const document = newWebSource('https://b.example/', null, 'text');
    const web = new WebCitations({ sources: [document] });
    expect(web.citeResult({ text: 'one', sources: [page('one')] })).toContain('[[c1.0]] one');
    expect(web.citeResult({ text: 'two', sources: [page('two')] })).toContain('[[c2.0]] two');
    expect(web.sources.map(({ text }) => text)).toEqual(['text', 'one', 'two']);
  });

  it('leaves results without pages alone, and all of them where the reply must have a form', () => {
    expect(new WebCitations({}).citeResult({ text: 'nothing found' })).toBe('nothing found');
    const formed = new WebCitations({ responseFormat: { type: 'json_object' } });
    expect(formed.citeResult({ text: 'one', sources: [page('one')] })).toBe('one');
    expect(formed.sources).toEqual([]);
  });
});
