import type { Block } from '#engine';
import { parsePart } from '#features/chat';
import { invalid, isObject, type CallParts, type MediaLocation } from '#features/conversation';
import { given } from '../base/is-empty.ts';

const DETAILS: ReadonlySet<unknown> = new Set(['low', 'high']);

/** One part of a user message (COMPO-05), without the fields that chat does not know. */
export function parseOpenAiPart(
  part: unknown,
  path: string,
  position: MediaLocation['position'],
  parts: CallParts,
): Block {
  const known = isObject(part) ? knownFields(part) : undefined;
  if (!known) throw invalid(`${path}.type`, `${path}.type must be text, image_url or file.`);
  return parsePart(known, path, position, parts);
}

function knownFields(part: Readonly<Record<string, unknown>>): object | undefined {
  const { type, text, refusal, image_url: image, file } = part;
  switch (type) {
    case 'text':
      return { type, text };
    case 'refusal':
      return { type: 'text', text: refusal };
    case 'image_url': {
      const { url, detail } = isObject(image) ? image : { url: image };
      return { type, image_url: { url, ...(DETAILS.has(detail) ? { detail } : {}) } };
    }
    case 'file': {
      const { file_id, file_data, filename } = isObject(file) ? file : {};
      return given(file_id) === undefined
        ? { type, file: { file_data, filename: given(filename) ?? 'file' } }
        : { type, file: { file_id } };
    }
    default:
      return undefined;
  }
}
