import type { Block, Turn } from '#engine';
import { invalid, type CallParts, type Fields } from '#features/conversation';
import { parseInputPart, readTexts } from './parse-input-part.ts';

/** An item of the type message (COMPR-05). */
export function parseMessage(item: Fields, path: string, turn: number, parts: CallParts): Turn {
  const { role, content } = item;
  const at = `${path}.content`;
  switch (role) {
    case 'user':
      return { role, blocks: userBlocks(content, at, turn, parts) };
    case 'assistant':
      return { role, blocks: [{ type: 'text', text: readTexts(content, at) }] };
    case 'system':
    case 'developer':
      return { role: 'system', blocks: [{ type: 'text', text: readTexts(content, at) }] };
    default:
      throw invalid(`${path}.role`, `${path}.role must be one of user, assistant, system or developer.`);
  }
}

function userBlocks(content: unknown, path: string, turn: number, parts: CallParts): Block[] {
  if (!Array.isArray(content)) return [{ type: 'text', text: readTexts(content, path) }];
  return content.map((part, block) => parseInputPart(part, `${path}[${block}]`, { turn, block }, parts));
}
