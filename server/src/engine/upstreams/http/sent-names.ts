import { createHash } from 'node:crypto';
import type { Block, FunctionTool, GenerateRequest, ToolChoice, Turn } from '../../turns.ts';

/** What an engine accepts. Every name sent in place of another also starts with a letter or `_`. */
export interface NamePatterns {
  readonly toolName: RegExp;
  readonly callId: RegExp;
}

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** What all vendors accept. */
export const USUAL_NAMES: NamePatterns = { toolName: /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, callId: CALL_ID };
/** Of OpenAI's form. */
export const OPENAI_NAMES: NamePatterns = { toolName: /^[A-Za-z0-9_-]{1,64}$/, callId: CALL_ID };
/** Of a server of OpenAI's form that is not known: it gets a caller's calls as they were (CHAT-28). */
export const UNKNOWN_SERVERS_NAMES: NamePatterns = { ...OPENAI_NAMES, callId: /^/ };

/** A request in the names that an engine accepts. */
export interface NamedRequest {
  readonly request: GenerateRequest;
  /** The caller's tool names by those that are sent. Undefined: none differs. */
  readonly callerNames: CallerNames | undefined;
}

export type CallerNames = ReadonlyMap<string, string>;

/** The strictest servers take 64 characters of a name, and 40 of an id. */
const MAX_NAME_CHARACTERS = 64;
const MAX_ID_CHARACTERS = 40;
const DIGEST_CHARACTERS = 10;
const STARTS_LIKE_A_NAME = /^[A-Za-z_]/;

/**
 * Replaces tool names and call ids that an engine refuses (D-ENG-19): in the tools, the tool choice, and the calls and results of
 * earlier turns. A replacement depends on the name alone, so that every round sends the same one; only where a tool of the request
 * already has it is another one made. Requests without such names are returned as they are.
 */
export function nameForEngine(request: GenerateRequest, patterns: NamePatterns = USUAL_NAMES): NamedRequest {
  const used = usedNames(request);
  const names = replacementsFor(used.tools, patterns.toolName, MAX_NAME_CHARACTERS);
  const ids = replacementsFor(used.calls, patterns.callId, MAX_ID_CHARACTERS);
  if (names.size === 0 && ids.size === 0) return { request, callerNames: undefined };
  const renamed = {
    ...request,
    turns: request.turns.map((turn) => renameTurn(turn, names, ids)),
    tools: request.tools.map((tool) => renameTool(tool, names)),
    toolChoice: renameChoice(request.toolChoice, names),
  };
  const callerNames = new Map([...names].map(([own, sent]) => [sent, own]));
  return { request: renamed, callerNames: names.size === 0 ? undefined : callerNames };
}

interface UsedNames {
  readonly tools: Set<string>;
  readonly calls: Set<string>;
}

function usedNames({ turns, tools, toolChoice }: GenerateRequest): UsedNames {
  const used: UsedNames = { tools: new Set(), calls: new Set() };
  for (const { name } of tools) used.tools.add(name);
  if (typeof toolChoice === 'object') used.tools.add(toolChoice.name);
  for (const { blocks } of turns)
    for (const block of blocks) {
      if (block.type === 'tool_call') used.tools.add(block.name);
      if (block.type === 'tool_call') used.calls.add(block.id);
      else if (block.type === 'tool_result') used.calls.add(block.callId);
    }
  return used;
}

type Replacements = ReadonlyMap<string, string>;

const NONE: Replacements = new Map();

function replacementsFor(names: ReadonlySet<string>, pattern: RegExp, maxCharacters: number): Replacements {
  const refused = [...names].filter((name) => !pattern.test(name));
  if (refused.length === 0) return NONE;
  const taken = new Set(names);
  const replacements = new Map<string, string>();
  for (const name of refused) {
    let attempt = 0;
    let sent: string;
    do sent = replacementFor(name, attempt++, maxCharacters);
    while (taken.has(sent));
    taken.add(sent);
    replacements.set(name, sent);
  }
  return replacements;
}

/** Keeps what a model can read of a name, and tells apart what has become alike. */
function replacementFor(name: string, attempt: number, maxCharacters: number): string {
  const digest = createHash('sha256').update(`${attempt} ${name}`).digest('hex').slice(0, DIGEST_CHARACTERS);
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  const start = STARTS_LIKE_A_NAME.test(readable) ? readable : `_${readable}`;
  return `${start.slice(0, maxCharacters - DIGEST_CHARACTERS - 1)}_${digest}`;
}

function renameTurn(turn: Turn, names: Replacements, ids: Replacements): Turn {
  const concerns = turn.blocks.some(({ type }) => type === 'tool_call' || type === 'tool_result');
  return concerns ? { ...turn, blocks: turn.blocks.map((block) => renameBlock(block, names, ids)) } : turn;
}

function renameBlock(block: Block, names: Replacements, ids: Replacements): Block {
  if (block.type === 'tool_result') return { ...block, callId: ids.get(block.callId) ?? block.callId };
  if (block.type !== 'tool_call') return block;
  return { ...block, id: ids.get(block.id) ?? block.id, name: names.get(block.name) ?? block.name };
}

function renameTool(tool: FunctionTool, names: Replacements): FunctionTool {
  const name = names.get(tool.name);
  return name === undefined ? tool : { ...tool, name };
}

function renameChoice(choice: ToolChoice, names: Replacements): ToolChoice {
  return typeof choice === 'object' ? { name: names.get(choice.name) ?? choice.name } : choice;
}
