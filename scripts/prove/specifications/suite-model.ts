import {
  chunk,
  streamOf,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
} from '../../../server/test-kit/index.ts';
import { sampleValue } from './sample-value.ts';

const REPLY_TEXT = 'Hello from a model, one two three four five.';

interface Tool {
  readonly function: { readonly name: string; readonly parameters?: unknown };
}

interface Asked {
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly Tool[];
  readonly tool_choice?: string | { readonly function: { readonly name: string } };
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: unknown } };
  readonly reasoning_effort?: string;
  readonly stop?: readonly string[];
}

/** The tools that a model would call now: the one it must, or all that it has before their results are there. */
function calledTools({ messages, tools = [], tool_choice: choice }: Asked): readonly Tool[] {
  if (typeof choice === 'object') return tools.filter((tool) => tool.function.name === choice.function.name);
  if (choice === 'required') return tools.slice(0, 1);
  return choice === 'none' || messages.at(-1)?.role === 'tool' ? [] : tools;
}

function textOf({ response_format: format, stop = [] }: Asked): string {
  if (format?.type === 'json_object') return '{"answer":42}';
  if (format?.json_schema) return JSON.stringify(sampleValue(format.json_schema.schema));
  const ends = stop.map((sequence) => REPLY_TEXT.indexOf(sequence)).filter((at) => at >= 0);
  return REPLY_TEXT.slice(0, Math.min(REPLY_TEXT.length, ...ends));
}

/** A model that calls tools while it has any without results, thinks when asked to, and keeps to the form that is asked for. */
export function replyAsModel({ body }: RecordedRequest): Reply {
  const asked = body as unknown as Asked;
  const calls = calledTools(asked).map(({ function: { name, parameters } }) => ({
    name,
    arguments: JSON.stringify(sampleValue(parameters ?? { type: 'object' })),
  }));
  if (calls.length > 0) return toolCalls(calls);
  const text = textOf(asked);
  if (asked.reasoning_effort === undefined) return textReply(text);
  return streamOf([chunk({ reasoning_content: 'I think.' }), text], { finishReason: 'stop' });
}
