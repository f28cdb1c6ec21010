import type { z } from 'zod';
import type { Operation, RequestedOperation } from '@svc/contract';
import type { OperationCaller } from './operation-caller.ts';
import { sampleValues, withTextReplaced } from './sample-value.ts';

/** What is sent in every place that takes a text. A way up leads somewhere in paths alone. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'U+0000': 'a\u0000b',
  'half a character': 'a\ud800b',
  'a way up': '../',
  '10,000 characters': 'x'.repeat(10_000),
};

interface HostileRequest {
  readonly path: string;
  readonly body?: unknown;
}

type Known = Readonly<Record<string, string>>;

/** Every request of an operation that has one hostile text in it: in its path, in its query, in its body. */
export function hostileRequests(
  caller: OperationCaller,
  operation: RequestedOperation & Partial<Operation>,
  hostile: string,
  examples: readonly unknown[] = [],
): HostileRequest[] {
  const { known } = caller;
  const { path, query, request, extension } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const bodies =
    hostile === HOSTILE['a way up']
      ? []
      : [request, extension?.request]
          .flatMap((schema) => (schema ? sampleValues(schema, known) : []))
          .concat(examples);
  const required = requiredQuery(query, known);
  const at = `${caller.pathOf(operation)}${required}`;
  const requests = [
    ...names.map((name) => ({
      path: `${caller.pathOf(operation, { [name]: percentEncoded(hostile) })}${required}`,
    })),
    ...Object.keys(query?.shape ?? {}).map((name) => ({
      path: `${at}${required ? '&' : '?'}${name}=${percentEncoded(hostile)}`,
    })),
    ...bodies.flatMap((body) =>
      withTextReplaced(body, hostile).map((replaced) => ({ path: at, body: replaced })),
    ),
  ];
  return [...new Map(requests.map((one) => [JSON.stringify(one), one])).values()];
}

/** As the bytes of each character; a half one as the three bytes that no UTF-8 has. */
function percentEncoded(text: string): string {
  return text
    .replaceAll('\ud800', '\0half')
    .split('\0half')
    .map(encodeURIComponent)
    .join('%ED%A0%80')
    .replaceAll('.', '%2e');
}

/** The parameters without which nothing is looked for. */
export function requiredQuery(query: z.ZodObject | undefined, known: Known): string {
  const issues = query?.safeParse({}).error?.issues;
  if (!query || !issues) return '';
  const sample = sampleValues(query, known)[0] as Record<string, unknown>;
  const missing = issues.map(({ path }) => String(path[0]));
  return `?${new URLSearchParams(missing.map((name) => [name, String(sample[name])])).toString()}`;
}

/** Bodies of operations that have no schema of their own: those of other vendors' protocols. */
export const VENDOR_BODIES: Readonly<Record<string, readonly unknown[]>> = {
  compatOpenAiChat: [
    {
      model: 'Svc Standard',
      messages: [
        { role: 'system', content: 'text' },
        { role: 'user', name: 'pia', content: [{ type: 'text', text: 'text' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'text' },
        { role: 'user', content: 'text' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'text', parameters: { type: 'object', free: 'text' } },
        },
      ],
      stop: ['text'],
      user: 'text',
      metadata: { free: 'text' },
      prompt_cache_key: 'text',
      safety_identifier: 'text',
    },
    {
      model: 'Svc Standard',
      messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file_x' } }] }],
    },
  ],
  compatOpenAiEmbeddings: [{ model: 'svc-embed-1', input: ['text'], user: 'text' }],
  compatAnthropicMessages: [
    {
      model: 'Svc Standard',
      max_tokens: 5,
      system: [{ type: 'text', text: 'text' }],
      messages: [
        { role: 'user', content: 'text' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'f', input: { free: 'text' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'text' }] },
      ],
      tools: [{ name: 'f', description: 'text', input_schema: { type: 'object' } }],
      metadata: { user_id: 'text' },
      stop_sequences: ['text'],
    },
    {
      model: 'Svc Standard',
      max_tokens: 5,
      messages: [
        { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: 'file_x' } }] },
      ],
    },
  ],
  ...Object.fromEntries(
    ['compatOpenAiResponses', 'compatOpenAiInputTokens', 'compatOpenAiCompact'].map((id) => [
      id,
      [
        {
          model: 'Svc Standard',
          instructions: 'text',
          input: [
            { type: 'item_reference', id: 'msg_x' },
            { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'text' }] },
            { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}' },
            { type: 'function_call_output', call_id: 'call_1', output: 'text' },
          ],
          metadata: { free: 'text' },
          user: 'text',
          prompt_cache_key: 'text',
        },
        { model: 'Svc Standard', input: 'text', previous_response_id: 'resp_x' },
        { model: 'Svc Standard', input: 'text', conversation: 'conv_x' },
        {
          model: 'Svc Standard',
          input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file_x' }] }],
        },
        {
          model: 'Svc Standard',
          input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'file_x' }] }],
        },
        {
          model: 'Svc Standard',
          input: 'text',
          prompt: { id: 'text', version: '1', variables: { free: 'text' } },
        },
      ],
    ]),
  ),
};
