import type { Block, ToolCallBlock, Turn } from '#engine';
import { invalid, isObject, type Fields } from '#features/conversation';

/** One message on live chat as a turn. `path` names it in refusals, such as `messages[3]` (inference contract §2.2, D-22, D-23). */
export function parseMessage(item: unknown, path: string, textParts: number): Turn {
  const message = readMessage(item, path);
  switch (message.role) {
    case 'system':
      return { role: 'system', blocks: textBlocks(message.fields, path, textParts) };
    case 'user':
      return { role: 'user', blocks: textBlocks(message.fields, path, textParts) };
    case 'assistant':
      return { role: 'assistant', blocks: assistantBlocks(message.fields, path, textParts) };
    default:
      return { role: 'user', blocks: [toolResult(message.fields, path, textParts)] };
  }
}

type ChatRole = 'system' | 'user' | 'assistant' | 'tool';

/** A message as its role and its fields, none of which is looked at yet. */
export function readMessage(item: unknown, path: string): { role: ChatRole; fields: Fields } {
  if (!isObject(item)) throw invalid(path, `${path} must be an object with a role and content.`);
  const { role } = item;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool')
    throw invalid(`${path}.role`, `${path}.role must be one of system, user, assistant or tool.`);
  return { role, fields: item };
}

export function textBlocks(item: Fields, path: string, textParts: number): Block[] {
  return [{ type: 'text', text: readText(item['content'], `${path}.content`, textParts) }];
}

export function assistantBlocks(item: Fields, path: string, textParts: number): Block[] {
  const calls = readToolCalls(item['tool_calls'], `${path}.tool_calls`);
  const content = item['content'] ?? null;
  if (content === null) {
    if (calls.length === 0)
      throw invalid(
        `${path}.content`,
        `${path}.content is required on an assistant message without tool_calls.`,
      );
    return calls;
  }
  return [{ type: 'text', text: readText(content, `${path}.content`, textParts) }, ...calls];
}

export function toolResult(item: Fields, path: string, textParts: number): Block {
  const callId = item['tool_call_id'];
  if (typeof callId !== 'string' || callId === '')
    throw invalid(
      `${path}.tool_call_id`,
      `${path}.tool_call_id must name the tool call this message answers.`,
    );
  return { type: 'tool_result', callId, text: readText(item['content'], `${path}.content`, textParts) };
}

/** A string, or 1 to `textParts` text parts joined in order. */
function readText(content: unknown, path: string, textParts: number): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a string or a list of text parts.`);
  if (content.length === 0 || content.length > textParts)
    throw invalid(path, `${path} must hold 1 to ${textParts} parts.`);
  let text = '';
  for (const [i, part] of content.entries()) {
    if (!isObject(part) || part['type'] !== 'text' || typeof part['text'] !== 'string') {
      throw invalid(
        `${path}[${i}]`,
        `${path}[${i}] must be a part of the form {"type":"text","text":"…"}; other part types are not available here.`,
      );
    }
    text += part['text'];
  }
  return text;
}

function readToolCalls(value: unknown, path: string): ToolCallBlock[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(path, `${path} must be a list of tool calls.`);
  return value.map((call: unknown, i) => {
    const fn = isObject(call) ? call['function'] : undefined;
    if (!isObject(call) || !isObject(fn) || typeof call['id'] !== 'string' || call['id'] === '') {
      throw invalid(
        `${path}[${i}]`,
        `${path}[${i}] must be a tool call as the model returned it: id, type and function.`,
      );
    }
    if (typeof fn['name'] !== 'string' || fn['name'] === '' || typeof fn['arguments'] !== 'string') {
      throw invalid(
        `${path}[${i}].function`,
        `${path}[${i}].function must hold a name and arguments, both strings.`,
      );
    }
    return { type: 'tool_call', id: call['id'], name: fn['name'], arguments: fn['arguments'] };
  });
}
