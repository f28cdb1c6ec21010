import { ApiError } from '@svc/contract';
import type { Block, ImageBlock } from '#engine';
import { invalid, isObject, parseImage, readFlag, readText, type Fields } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import type { BlockPlace } from './block-place.ts';
import { cacheControlOf, marked } from './cache-control.ts';
import { knownImage } from './known-source.ts';
import { documentText, documentTitle, parseAnthropicDocument } from './parse-anthropic-document.ts';
import { parseTextBlock } from './parse-system.ts';
import { searchResultText } from './search-result-text.ts';
import { fromToolUseId } from './tool-use-id.ts';

const ATTACHED = '[The document is attached below.]';

interface Contents {
  readonly texts: string[];
  readonly images: ImageBlock[];
  /** Of which only the reader of documents knows the text. */
  readonly documents: Block[];
  /** Texts of other blocks than text, which are told apart from it. */
  isMixed: boolean;
}

/** A result of a tool, and the documents it brings, as blocks behind it (COMPA-08). */
export function parseToolResult(result: Fields, path: string, place: BlockPlace): Block[] {
  const callId = fromToolUseId(readText(result['tool_use_id'], `${path}.tool_use_id`));
  const isError = readFlag(result['is_error'], `${path}.is_error`) ?? false;
  const { texts, images, documents, isMixed } = readContents(result['content'], `${path}.content`, place);
  const block: Block = {
    type: 'tool_result',
    callId,
    text: texts.join(isMixed ? '\n\n' : ''),
    ...(images.length > 0 ? { images } : {}),
    ...(isError ? { isError } : {}),
  };
  // Engines are sent one text of its blocks: a marker inside stands on the whole.
  const inner = Array.isArray(result['content'])
    ? result['content'].findLast((item) => cacheControlOf(item) !== undefined)
    : undefined;
  return [marked(block, inner), ...documents];
}

function readContents(value: unknown, path: string, place: BlockPlace): Contents {
  const contents: Contents = { texts: [], images: [], documents: [], isMixed: false };
  const content = given(value);
  if (typeof content === 'string') contents.texts.push(content);
  else if (Array.isArray(content))
    for (const [i, item] of content.entries()) addContent(item, `${path}[${i}]`, contents, place);
  else if (content !== undefined) throw invalid(path, `${path} must be a string or a list of blocks.`);
  return contents;
}

function addContent(item: unknown, path: string, contents: Contents, place: BlockPlace): void {
  const type = isObject(item) ? item['type'] : undefined;
  if (!isObject(item) || type === 'text') {
    contents.texts.push(parseTextBlock(item, path).text);
    return;
  }
  if (type === 'image') {
    contents.images.push(parseResultImage(item, path, contents.images.length, place));
    return;
  }
  // There is nothing here that could be referred to.
  if (type === 'tool_reference') return;
  contents.isMixed = true;
  if (type === 'search_result') contents.texts.push(searchResultText(item, path));
  else if (type === 'document') contents.texts.push(readDocument(item, path, contents, place));
  else throw new ApiError('invalid_block_type', { param: path });
}

/** A model that sees no images gets a word in its place (COMPG-09), so nothing is noted as needed. */
function parseResultImage(
  item: Fields,
  path: string,
  image: number,
  { turn, block, parts }: BlockPlace,
): ImageBlock {
  const needed = parts.needs.length;
  const parsed = parseImage(knownImage(item), path, { turn, block, image }, parts);
  parts.needs.length = needed;
  return parsed;
}

function readDocument(item: Fields, path: string, { documents }: Contents, place: BlockPlace): string {
  const text = documentText(item, path);
  if (text !== undefined) return [documentTitle(item), text].filter((part) => part !== '').join('\n');
  const block = place.block + 1 + documents.length;
  documents.push(parseAnthropicDocument(item, path, { ...place, block }));
  return ATTACHED;
}
