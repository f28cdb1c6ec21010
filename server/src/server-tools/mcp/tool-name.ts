import { hash } from 'node:crypto';

/** What every engine takes as the name of a tool. */
const NAME_CHARACTERS_LIMIT = 64;
const TAG_CHARACTERS = 8;

/**
 * A server's tool as the model sees it: `<server>__<tool>` (D-40). Where that is not a name engines take, is too long or
 * is taken, its odd characters become `_`, and a tag made from both names keeps it apart from others, the same every time.
 */
export function toolName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}__${tool}`;
  const usable = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (usable === plain && plain.length <= NAME_CHARACTERS_LIMIT && !taken.has(plain)) return plain;
  const tag = hash('sha256', JSON.stringify([server, tool]), 'hex').slice(0, TAG_CHARACTERS);
  return `${usable.slice(0, NAME_CHARACTERS_LIMIT - TAG_CHARACTERS - 1)}_${tag}`;
}
