import type { Block, ToolCallBlock, Turn } from '#engine';
import { jsonText } from '#kit';
import { invalid, isObject, readList, type CallParts, type Fields } from '#features/conversation';
import { given, isEmpty } from '../base/is-empty.ts';
import { unsupportedValue } from '../base/unsupported-value.ts';
import { parseOpenAiPart } from './parse-openai-part.ts';

/** One message as a turn (COMPO-05). `turn`: its number, by which it is named in refusals. */
export function parseOpenAiMessage(item: unknown, turn: number, parts: CallParts): Turn {
  const path = `messages[${turn}]`;
  if (!isObject(item)) throw invalid(path, `${path} must be an object with a role and content.`);
  switch (item['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', blocks: [readText(item['content'], `${path}.content`)] };
    case 'user':
      return { role: 'user', blocks: userBlocks(item['content'], `${path}.content`, turn, parts) };
    case 'assistant':
      return { role: 'assistant', blocks: assistantBlocks(item, path) };
    case 'tool':
      return { role: 'user', blocks: [toolResult(item, path)] };
    case 'function':
      throw unsupportedValue(`${path}.role`, 'Results of tools are messages of the role tool.');
    default:
      throw invalid(
        `${path}.role`,
        `${path}.role must be one of system, developer, user, assistant or tool.`,
      );
  }
}

function userBlocks(content: unknown, path: string, turn: number, parts: CallParts): Block[] {
  if (!Array.isArray(content)) return [readText(content, path)];
  return content.map((part, block) => parseOpenAiPart(part, `${path}[${block}]`, { turn, block }, parts));
}

/** Reasoning of earlier replies is dropped: it has no signature. */
function assistantBlocks(item: Fields, path: string): Block[] {
  if (!isEmpty(item['function_call']))
    throw unsupportedValue(`${path}.function_call`, 'Calls of tools are in tool_calls.');
  const calls = readList(given(item['tool_calls']), `${path}.tool_calls`).map((call, i) =>
    toolCall(call, `${path}.tool_calls[${i}]`),
  );
  return [readText(item['content'], `${path}.content`), ...calls];
}

/** Arguments go back as the model wrote them, JSON or not (COMPG-13). */
function toolCall(call: unknown, path: string): ToolCallBlock {
  const fn = isObject(call) ? call['function'] : undefined;
  if (!isObject(call) || !isObject(fn))
    throw invalid(path, `${path} must be a tool call as the model returned it: id, type and function.`);
  const { name, arguments: text } = fn;
  if (typeof call['id'] !== 'string' || call['id'] === '')
    throw invalid(`${path}.id`, `${path}.id must be a non-empty string.`);
  if (typeof name !== 'string' || name === '')
    throw invalid(`${path}.function.name`, `${path}.function.name must be a non-empty string.`);
  return {
    type: 'tool_call',
    id: call['id'],
    name,
    arguments: typeof text === 'string' ? text : jsonText(text ?? {}),
  };
}

function toolResult(item: Fields, path: string): Block {
  const callId = item['tool_call_id'];
  if (typeof callId !== 'string' || callId === '')
    throw invalid(
      `${path}.tool_call_id`,
      `${path}.tool_call_id must name the tool call this message answers.`,
    );
  return { type: 'tool_result', callId, text: readText(item['content'], `${path}.content`).text };
}

/** A string, or parts of text or of a refusal, joined in order. Nothing is an empty text. */
function readText(content: unknown, path: string): Extract<Block, { type: 'text' }> {
  if (typeof content === 'string') return { type: 'text', text: content };
  const texts = readList(given(content), path).map((part, i) => {
    const { type = 'text', text, refusal } = isObject(part) ? part : {};
    const value = type === 'refusal' ? refusal : type === 'text' ? text : undefined;
    if (typeof value !== 'string')
      throw invalid(`${path}[${i}]`, `${path}[${i}] must be a part of text: {"type":"text","text":"…"}.`);
    return value;
  });
  return { type: 'text', text: texts.join('') };
}
