import type { Block, ImageBlock } from '#engine';
import { invalid, isObject, type CallParts, type Fields } from '#features/conversation';
import { parseFilePart, parseImagePart, readTextPart, readTexts } from './parse-input-part.ts';

/**
 * What a tool returned: a text, or parts (COMPR-05). Files stand behind it in the user's turn, because engines take none
 * inside.
 */
export function parseResult(item: Fields, path: string, turn: number, parts: CallParts): Block[] {
  const { call_id: callId, output } = item;
  if (typeof callId !== 'string' || callId === '')
    throw invalid(`${path}.call_id`, `${path}.call_id must name the call that this item answers.`);
  if (!Array.isArray(output))
    return [{ type: 'tool_result', callId, text: readTexts(output, `${path}.output`) }];
  const texts: string[] = [];
  const images: ImageBlock[] = [];
  const files: Block[] = [];
  // An image that the model cannot see is left out of a result, not refused (COMPG-09).
  const lenient = { ...parts, needs: [] };
  for (const [i, part] of output.entries()) {
    const at = `${path}.output[${i}]`;
    const type = isObject(part) ? part['type'] : undefined;
    if (isObject(part) && type === 'input_image')
      images.push(parseImagePart(part, at, { turn, block: 0, image: images.length }, lenient));
    else if (isObject(part) && type === 'input_file')
      files.push(parseFilePart(part, at, { turn, block: files.length + 1 }, parts));
    else texts.push(readTextPart(part, at));
  }
  parts.images = lenient.images;
  const result = { type: 'tool_result' as const, callId, text: texts.join('') };
  return [images.length > 0 ? { ...result, images } : result, ...files];
}
