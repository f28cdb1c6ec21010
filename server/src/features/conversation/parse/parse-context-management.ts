import type { ContextManagement } from '#exchange';
import type { CallParts } from './call-parts.ts';
import { invalid, isAbsent, isObject, readFlag, readObject, readText, type Fields } from './fields.ts';

const FIELDS = new Set(['edits']);
const COMPACT = new Set(['type', 'trigger', 'instructions', 'pause_after']);
const CLEAR = new Set(['type', 'trigger', 'keep', 'exclude_tools']);
const TRIGGER = new Set(['type', 'value']);
const MAX_INSTRUCTION_CHARACTERS = 32_768;
const MAX_EXCLUDED_TOOLS = 1000;

/** One or two edits, each type once (D-39). */
export function parseContextManagement(value: unknown, parts: CallParts): ContextManagement | undefined {
  if (isAbsent(value)) return undefined;
  const { edits } = readObject(value, 'context_management', FIELDS);
  if (!Array.isArray(edits) || edits.length < 1 || edits.length > 2)
    throw invalid('context_management.edits', 'context_management.edits must hold one or two edits.');
  let compact: ContextManagement['compact'];
  let clearToolResults: ContextManagement['clearToolResults'];
  for (const [i, edit] of edits.entries()) {
    const path = `context_management.edits[${i}]`;
    const type = isObject(edit) ? edit['type'] : undefined;
    if (type === 'compact' && !compact) compact = parseCompact(edit, path, parts);
    else if (type === 'clear_tool_results' && !clearToolResults)
      clearToolResults = parseClear(edit, path, parts);
    else throw invalid(`${path}.type`, `${path}.type must be compact or clear_tool_results, each once.`);
  }
  return { ...(compact ? { compact } : {}), ...(clearToolResults ? { clearToolResults } : {}) };
}

function parseCompact(
  value: unknown,
  path: string,
  { limits }: CallParts,
): NonNullable<ContextManagement['compact']> {
  const edit = readObject(value, path, COMPACT);
  const triggerTokens =
    readTrigger(edit, `${path}.trigger`, limits.compactionTriggerMinTokens) ??
    limits.compactionTriggerDefaultTokens;
  const instructions = isAbsent(edit['instructions'])
    ? undefined
    : readText(edit['instructions'], `${path}.instructions`);
  if (instructions !== undefined && instructions.length > MAX_INSTRUCTION_CHARACTERS)
    throw invalid(
      `${path}.instructions`,
      `${path}.instructions may have at most ${MAX_INSTRUCTION_CHARACTERS} characters.`,
    );
  const pauseAfter = readFlag(edit['pause_after'], `${path}.pause_after`) ?? false;
  return { triggerTokens, pauseAfter, ...(instructions === undefined ? {} : { instructions }) };
}

function parseClear(
  value: unknown,
  path: string,
  { limits }: CallParts,
): NonNullable<ContextManagement['clearToolResults']> {
  const edit = readObject(value, path, CLEAR);
  const triggerTokens =
    readTrigger(edit, `${path}.trigger`, 1) ?? limits.clearToolResultsTriggerDefaultTokens;
  const { keep, exclude_tools: excluded } = edit;
  if (!isAbsent(keep) && !isCount(keep, 0))
    throw invalid(`${path}.keep`, `${path}.keep must be a whole number of at least 0.`);
  if (!isAbsent(excluded) && (!Array.isArray(excluded) || excluded.length > MAX_EXCLUDED_TOOLS))
    throw invalid(
      `${path}.exclude_tools`,
      `${path}.exclude_tools must be a list of at most ${MAX_EXCLUDED_TOOLS} names.`,
    );
  const excludeTools = (excluded ?? []).map((name: unknown, i: number) =>
    readText(name, `${path}.exclude_tools[${i}]`),
  );
  return { triggerTokens, keep: keep ?? limits.clearToolResultsKeepDefault, excludeTools };
}

/** In tokens of the prompt. */
function readTrigger(edit: Fields, path: string, least: number): number | undefined {
  if (isAbsent(edit['trigger'])) return undefined;
  const { type, value } = readObject(edit['trigger'], path, TRIGGER);
  if (type !== 'input_tokens') throw invalid(`${path}.type`, `${path}.type must be input_tokens.`);
  if (!isCount(value, least))
    throw invalid(`${path}.value`, `${path}.value must be a whole number of at least ${least}.`);
  return value;
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
