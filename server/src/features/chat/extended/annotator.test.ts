import { describe, expect, it } from 'vitest';
import type { Citation } from '#engine';
import { Annotator } from './annotator.ts';

const web: Citation = { type: 'web', citedText: 'said there', url: 'https://a.example/', title: null };
const document = { citedText: 'said there', documentIndex: 3, documentTitle: 'Terms.pdf', fileId: 'file_1' };

/** The stretches that are supported, of a reply in which `^` stands for a citation. */
function supported(reply: string, chunks: readonly string[] = reply.split(/(\^)/)): string[] {
  const annotator = new Annotator();
  const points = Array.from(reply.replaceAll('^', ''));
  return chunks.flatMap((chunk) => {
    if (chunk !== '^') {
      annotator.text(chunk);
      return [];
    }
    const annotation = annotator.cite(web);
    if (annotation.type !== 'url_citation') return expect.unreachable();
    return [points.slice(annotation.url_citation.start_index, annotation.url_citation.end_index).join('')];
  });
}

describe('Annotator', () => {
  it.each([
    ['One 😀.^ Two 😀.^', ['One 😀.', 'Two 😀.']],
    ['One.^^ Two.^', ['One.', 'One.', 'Two.']],
    ['Heading\n\n- One.^\n- Two.^', ['- One.', '- Two.']],
    ['One.^\nno support\n  Two.^', ['One.', 'Two.']],
    ['One.\n^ Two.^', ['One.\n', 'Two.']],
  ])('CHAT-88 a citation in %j supports what is before it', (reply, expected) => {
    expect(supported(reply)).toEqual(expected);
    expect(supported(reply, reply.split(''))).toEqual(expected);
  });

  it('CHAT-88 D-34 names a file by its name, its id and the page, and quotes it', () => {
    const annotator = new Annotator();
    annotator.text('One.');
    const place = { start_index: 0, end_index: 4 };
    const file = { file_id: 'file_1', filename: 'Terms.pdf', quote: 'said there' };
    expect(annotator.cite({ type: 'chars', ...document, start: 5, end: 15 })).toEqual({
      type: 'file_citation',
      file_citation: { ...file, page: null, ...place },
    });
    expect(annotator.cite({ type: 'pages', ...document, start: 2, end: 4 })).toEqual({
      type: 'file_citation',
      file_citation: { ...file, page: 2, ...place },
    });
  });

  it('CHAT-88 D-34 names a web page by its address, and by its title where it has one', () => {
    const annotator = new Annotator();
    annotator.text('One.');
    const place = { url: 'https://a.example/', start_index: 0, end_index: 4 };
    expect(annotator.cite(web)).toEqual({
      type: 'url_citation',
      url_citation: { ...place, title: 'https://a.example/' },
    });
    expect(annotator.cite({ ...web, title: 'A' })).toEqual({
      type: 'url_citation',
      url_citation: { ...place, title: 'A' },
    });
  });
});
