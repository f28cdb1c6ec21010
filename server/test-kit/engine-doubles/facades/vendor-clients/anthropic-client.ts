import type Anthropic from '@anthropic-ai/sdk';
import type { FacadeServer } from '../facade-server.ts';
import { QUESTION, SCHEMA, SYSTEM, TOOL, type Read } from './question.ts';

export const MESSAGES = {
  max_tokens: 100,
  system: [{ type: 'text', text: SYSTEM }],
  messages: [{ role: 'user', content: QUESTION }],
  tools: [{ name: TOOL.name, description: TOOL.description, input_schema: SCHEMA }],
} satisfies Omit<Anthropic.MessageCreateParamsNonStreaming, 'model'>;

export function readMessage({ content, usage }: Pick<Anthropic.Message, 'content' | 'usage'>): Read {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const call = content.find((block) => block.type === 'tool_use');
  return {
    text,
    call: call && { name: call.name, input: call.input },
    counts: [
      usage.input_tokens + (usage.cache_read_input_tokens ?? 0),
      usage.cache_read_input_tokens,
      usage.output_tokens,
    ],
  };
}

export async function askAnthropic(server: FacadeServer, client: Anthropic, stream: boolean): Promise<Read> {
  const request = { model: server.modelName('m'), ...MESSAGES };
  return readMessage(
    await (stream ? client.messages.stream(request).finalMessage() : client.messages.create(request)),
  );
}

/** Claude of Vertex is asked by the vendor's client at another address, with the model in it and a version in the body. */
export function vertexFetch(server: FacadeServer, token: string): typeof fetch {
  return async (_url, init) => {
    if (typeof init?.body !== 'string') throw new Error('The client sent no text.');
    const { model, stream, ...body } = JSON.parse(init.body) as Record<string, unknown>;
    const path = `/v1/projects/acme/locations/europe-west4/publishers/anthropic/models/${String(model)}`;
    return fetch(`${server.baseUrl}${path}:${stream ? 'streamRawPredict' : 'rawPredict'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ anthropic_version: 'vertex-2023-10-16', ...body }),
    });
  };
}

export async function vertexToken(server: FacadeServer): Promise<string> {
  const headers = { 'metadata-flavor': 'Google' };
  const path = '/computeMetadata/v1/instance/service-accounts/default/token';
  const reply = await fetch(server.baseUrl + path, { headers });
  return ((await reply.json()) as { access_token: string }).access_token;
}
