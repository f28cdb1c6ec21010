import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { replyParts } from './reply-parts.ts';

/** As the page formats its parts. */
function htmlOf(text: string): string {
  const parts = replyParts(text).filter(({ isFormatted }) => isFormatted);
  return parts
    .map((part) => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, part.text)))
    .join('');
}

const BYTES = 32_768;
const fill = (part: string): string => part.repeat(Math.ceil(BYTES / part.length)).slice(0, BYTES);

/** Each takes a parser of Markdown time that grows faster than its length. */
const HOSTILE: Readonly<Record<string, string>> = {
  'emphasis that never ends': fill('*a_ '),
  'emphasis over lines': fill('*a_\n'),
  'emphasis behind table rows': `|${fill('*a_|\n|')}`,
  'emphasis in a quote': fill('> *a_\n'),
  'emphasis after blank lines': fill('\n\n  *a_ *a_ *a_'),
  strikes: fill('~~a '),
  brackets: fill('[a]('),
  'opened brackets': fill('['),
  'closed brackets': fill(']'),
  'pictures in pictures': fill('!['),
  references: fill('[a]: b\n'),
  'code marks': fill('`a '),
  quotes: fill('> '),
  'quotes in lists': fill('- > '),
  'lists in lists': fill('- '),
  'numbers in numbers': fill('1. '),
  'lists by indent': Array.from({ length: 180 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
  'a wide table': `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${fill('|a\n')}`,
  'a long table': `|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n${fill('|a\n')}`,
  headings: fill('a\n=\n'),
  addresses: fill('a_@-'),
};

const REPLY = [
  '# Plan',
  '',
  'Do *this*:',
  '',
  '1. one',
  '',
  '   more of one',
  '',
  '2. two',
  '',
  '```js',
  '',
  'a();',
  '',
  '```',
  '',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  'End.',
].join('\n');

describe('the parts of a reply', () => {
  it.each(Object.entries(HOSTILE))('no part of %s is formatted that takes long', (_name, text) => {
    const parts = replyParts(text);
    htmlOf(text);
    expect(parts.map((part) => part.text).join('\n')).toBe(text);
    for (const { text: part, isFormatted } of parts) {
      if (!isFormatted) continue;
      expect(part.match(/[*_~`[\]<>|!]/g)?.length ?? 0).toBeLessThanOrEqual(1000);
      expect(part.split('\n').length).toBeLessThanOrEqual(400);
    }
  });

  it('a reply without marks in excess is formatted as a whole, however long', () => {
    for (const text of [REPLY, `${REPLY}\n\n`.repeat(100), fill('Words and *marks* and `code`.\n\n')])
      expect(replyParts(text).every(({ isFormatted }) => isFormatted)).toBe(true);
    expect(replyParts(`${REPLY}\n\n`.repeat(100)).length).toBeGreaterThan(5);
  });

  it('no list, code or table is cut', () => {
    const html = htmlOf(`${REPLY}\n\n${'x'.repeat(1950)}\n\n${REPLY}`);
    expect(html.match(/<ol/g)).toHaveLength(2);
    expect(html.match(/<pre/g)).toHaveLength(2);
    expect(html.match(/<table/g)).toHaveLength(2);
    expect(html.match(/more of one/g)).toHaveLength(2);
  });
});
