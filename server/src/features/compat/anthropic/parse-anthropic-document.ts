import type { Block } from '#engine';
import { isObject, parseDocument, readText, type Fields } from '#features/conversation';
import type { BlockPlace } from './block-place.ts';
import { knownSource } from './known-source.ts';
import { joinTexts } from './search-result-text.ts';

/** A document block, which the model reads as text (COMPA-08). */
export function parseAnthropicDocument(document: Fields, path: string, place: BlockPlace): Block {
  const { citations } = document;
  const { turn, block, parts } = place;
  const text = documentText(document, path);
  const source =
    text === undefined
      ? knownSource(document['source'])
      : { type: 'base64', media_type: 'text/plain', data: Buffer.from(text).toString('base64') };
  const { enabled } = isObject(citations) ? citations : {};
  const title = documentTitle(document);
  return parseDocument(
    {
      type: 'document',
      source,
      ...(title === '' ? {} : { title }),
      ...(enabled === undefined ? {} : { citations: { enabled } }),
    },
    path,
    { turn, block },
    parts,
  );
}

/** The text of a document that is sent as text; undefined for one that has to be fetched or read. */
export function documentText({ source }: Fields, path: string): string | undefined {
  if (!isObject(source)) return undefined;
  if (source['type'] === 'text') return readText(source['data'], `${path}.source.data`);
  if (source['type'] !== 'content') return undefined;
  return joinTexts(source['content'], `${path}.source.content`);
}

/** What the caller says of it, which the model sees in front of the text. */
export function documentTitle({ title, context }: Fields): string {
  return [title, context].filter((part) => typeof part === 'string' && part !== '').join('\n');
}
