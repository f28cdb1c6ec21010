import OpenAI from 'openai';
import { AZURE_KEY } from '../../azure/azure-double.ts';
import type { FacadeServer } from '../facade-server.ts';
import { QUESTION, SCHEMA, SYSTEM, TOOL, type Read } from './question.ts';

export async function askResponses(server: FacadeServer, client: OpenAI, stream: boolean): Promise<Read> {
  const request = {
    model: server.modelName('m'),
    input: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: QUESTION },
    ],
    tools: [
      { type: 'function', name: TOOL.name, description: TOOL.description, parameters: SCHEMA, strict: false },
    ],
  } satisfies OpenAI.Responses.ResponseCreateParamsNonStreaming;
  const streamed = stream ? client.responses.stream(request) : undefined;
  const reply = await (streamed?.finalResponse() ?? client.responses.create(request));
  const call = reply.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))[0];
  const { usage } = reply;
  return {
    text: reply.output_text,
    call: call && { name: call.name, input: JSON.parse(call.arguments) as unknown },
    counts: [usage?.input_tokens, usage?.input_tokens_details.cached_tokens, usage?.output_tokens],
  };
}

export async function askAzure(server: FacadeServer, stream: boolean): Promise<Read> {
  const request = {
    model: server.modelName('m'),
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: QUESTION },
    ],
    tools: [
      { type: 'function', function: { name: TOOL.name, description: TOOL.description, parameters: SCHEMA } },
    ],
  } satisfies OpenAI.ChatCompletionCreateParamsNonStreaming;
  const client = azureClient(server);
  const reply = stream
    ? await client.chat.completions
        .stream({ ...request, stream_options: { include_usage: true } })
        .finalChatCompletion()
    : await client.chat.completions.create(request);
  const { message } = reply.choices[0]!;
  const called = message.tool_calls?.[0];
  const { usage } = reply;
  return {
    text: message.content ?? '',
    call: called?.type === 'function' && {
      name: called.function.name,
      input: JSON.parse(called.function.arguments) as unknown,
    },
    counts: [usage?.prompt_tokens, usage?.prompt_tokens_details?.cached_tokens, usage?.completion_tokens],
  };
}

/** As Azure documents OpenAI's client for `v1`. */
export function azureClient(server: FacadeServer): OpenAI {
  return new OpenAI({
    baseURL: `${server.baseUrl}/openai/v1/`,
    apiKey: 'not sent',
    defaultHeaders: { 'api-key': AZURE_KEY, authorization: null },
    maxRetries: 0,
  });
}
