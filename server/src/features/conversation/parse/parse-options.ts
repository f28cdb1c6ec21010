import type { ReasoningEffort, Sampling } from '#engine';
import { need, type CallParts } from './call-parts.ts';
import { fieldPath, invalid, isAbsent, readList, readObject, readText, type Fields } from './fields.ts';

const PRINTABLE = /^[\x20-\x7e]+$/;
const REASONING = new Set(['effort', 'max_tokens']);
/** Longer ones are no words a model would end on, and each character is looked at by every reply. */
const MAX_STOP_CHARACTERS = 4096;

/** `name`: of the field. */
export function parseStopSequences(value: unknown, name: string, { limits }: CallParts): string[] {
  const list = readList(value, name);
  if (list.length > limits.stopSequences)
    throw invalid(name, `At most ${limits.stopSequences} stop sequences are allowed.`);
  return list.map((item, i) => {
    const text = readText(item, `${name}[${i}]`);
    if (text.length > MAX_STOP_CHARACTERS)
      throw invalid(`${name}[${i}]`, `A stop sequence may have at most ${MAX_STOP_CHARACTERS} characters.`);
    return text;
  });
}

/** Each only on models that honour it (MSG-13, D-61); the bounds are those of the planned chat fields (D-34). */
export function parseSampling(fields: Fields, parts: CallParts): Sampling | undefined {
  const read = (
    name: 'temperature' | 'top_p' | 'top_k',
    fits: (value: number) => boolean,
    bounds: string,
  ): number | undefined => {
    const value = fields[name];
    if (isAbsent(value)) return undefined;
    if (typeof value !== 'number' || !fits(value)) throw invalid(name, `${name} must be ${bounds}.`);
    need(parts, name, 'unsupported_parameter', name);
    return value;
  };
  const temperature = read('temperature', (value) => value >= 0 && value <= 2, 'a number from 0 to 2');
  const topP = read('top_p', (value) => value > 0 && value <= 1, 'a number above 0 and up to 1');
  const topK = read(
    'top_k',
    (value) => Number.isSafeInteger(value) && value >= 1,
    'a whole number of at least 1',
  );
  if (temperature === undefined && topP === undefined && topK === undefined) return undefined;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** Present is on; with neither field the effort is medium (D-37). */
export function parseReasoningEffort(
  value: unknown,
  maxTokens: number,
  parts: CallParts,
): ReasoningEffort | undefined {
  if (isAbsent(value)) return undefined;
  const { effort, max_tokens: budget } = readObject(value, 'reasoning', REASONING);
  need(parts, 'reasoning', 'unsupported_parameter', 'reasoning');
  if (!isAbsent(effort) && !isAbsent(budget))
    throw invalid('reasoning', 'reasoning takes effort or max_tokens, not both.');
  if (!isAbsent(budget)) {
    const least = parts.limits.reasoningMinTokens;
    if (typeof budget !== 'number' || !Number.isInteger(budget) || budget < least || budget >= maxTokens)
      throw invalid(
        'reasoning.max_tokens',
        `reasoning.max_tokens must be a whole number from ${least} up to less than max_tokens.`,
      );
    return { maxTokens: budget };
  }
  if (isAbsent(effort)) return { effort: 'medium' };
  if (effort !== 'low' && effort !== 'medium' && effort !== 'high')
    throw invalid('reasoning.effort', 'reasoning.effort must be low, medium or high.');
  return { effort };
}

/** A hint of what may share cached prefixes (D-43). */
export function parsePromptCacheKey(value: unknown, { limits }: CallParts): string | undefined {
  if (isAbsent(value)) return undefined;
  const most = limits.promptCacheKeyCharacters;
  if (typeof value !== 'string' || value.length > most || !PRINTABLE.test(value))
    throw invalid('prompt_cache_key', `prompt_cache_key must have 1 to ${most} printable ASCII characters.`);
  return value;
}

/** `end_user_id` and up to 16 entries, strings all (D-55). */
export function parseMetadata(
  value: unknown,
  { limits }: CallParts,
): Readonly<Record<string, string>> | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid('metadata', 'metadata must be an object.');
  let entries = 0;
  for (const [name, text] of Object.entries(value)) {
    const path = fieldPath('metadata', name);
    const isUser = name === 'end_user_id';
    const most = isUser ? limits.endUserIdCharacters : limits.metadataValueCharacters;
    if (typeof text !== 'string') throw invalid(path, `${path} must be a string.`);
    if (isLonger(name, limits.metadataKeyCharacters))
      throw invalid(
        'metadata',
        `Names in metadata may have at most ${limits.metadataKeyCharacters} characters.`,
      );
    if (isLonger(text, most)) throw invalid(path, `${path} may have at most ${most} characters.`);
    if (!isUser && ++entries > limits.metadataEntries)
      throw invalid(
        'metadata',
        `metadata may have at most ${limits.metadataEntries} entries beside end_user_id.`,
      );
  }
  return value as Readonly<Record<string, string>>;
}

/** In characters as people count them, not in the halves of which JavaScript makes some. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || Array.from(text).length > most;
}
