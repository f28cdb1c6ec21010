import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  jsonReply,
  startScriptedUpstream,
  streamOf,
  type ScriptedUpstream,
} from '@svc/conformance/upstream';
import type { FacadeServer } from './facade-server.ts';
import { FACADE_NAMES, startFacade } from './index.ts';
import { askAnthropic, vertexFetch, vertexToken } from './vendor-clients/anthropic-client.ts';
import { askConverse, askInvoke } from './vendor-clients/bedrock-client.ts';
import { askGoogle, gemini, vertex } from './vendor-clients/google-client.ts';
import { askAzure, askResponses, azureClient } from './vendor-clients/openai-client.ts';
import { QUESTION, SCHEMA, SYSTEM, TOOL, type Read } from './vendor-clients/question.ts';

let upstream: ScriptedUpstream;
let server: FacadeServer;
beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

const USAGE = {
  prompt_tokens: 40,
  completion_tokens: 21,
  prompt_tokens_details: { cached_tokens: 30 },
};

const CALL = { type: 'function', id: 'up_1', function: { name: 'weather', arguments: '{"city":"Ulm"}' } };
const WHOLE = jsonReply({
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'I look.', tool_calls: [CALL] },
      finish_reason: 'tool_calls',
    },
  ],
  usage: USAGE,
});
const STREAM = streamOf(
  [
    chunk({ role: 'assistant', content: '' }),
    'I ',
    'look.',
    chunk({ tool_calls: [{ index: 0, ...CALL, function: { name: 'weather', arguments: '{"ci' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'ty":"Ulm"}' } }] }),
  ],
  { finishReason: 'tool_calls', usage: USAGE },
);

/** The vendor's client for each facade. */
const CLIENTS: Readonly<Record<string, (stream: boolean) => Promise<Read>>> = {
  'openai-responses': (stream) =>
    askResponses(
      server,
      new OpenAI({ baseURL: `${server.baseUrl}/v1`, apiKey: 'openai-key', maxRetries: 0 }),
      stream,
    ),
  'azure-openai': (stream) => askAzure(server, stream),
  'azure-responses': (stream) => askResponses(server, azureClient(server), stream),
  anthropic: (stream) =>
    askAnthropic(
      server,
      new Anthropic({ baseURL: server.baseUrl, apiKey: 'anthropic-key', maxRetries: 0 }),
      stream,
    ),
  'bedrock-converse': (stream) => askConverse(server, stream),
  'bedrock-invoke': (stream) => askInvoke(server, stream),
  gemini: (stream) => askGoogle(server, gemini(server), stream),
  vertex: async (stream) => askGoogle(server, await vertex(server), stream),
  'vertex-claude': async (stream) =>
    askAnthropic(
      server,
      new Anthropic({ apiKey: 'none', fetch: vertexFetch(server, await vertexToken(server)) }),
      stream,
    ),
};

describe.each(FACADE_NAMES)('the facade %s', (name) => {
  it.each([
    ['whole', false],
    ['streamed', true],
  ])('answers the vendor’s client %s, and asks the model what the client asks', async (_how, stream) => {
    server = await startFacade(name, upstream.baseUrl);
    upstream.script(stream ? STREAM : WHOLE);
    const { text, call, counts } = await CLIENTS[name]!(stream);
    expect({ text, call, counts }).toEqual({
      text: 'I look.',
      call: { name: TOOL.name, input: TOOL.input },
      counts: [40, 30, 21],
    });
    expect([server.refusals, server.inexpressible]).toEqual([[], []]);
    const { model, messages, tools } = upstream.requests[0]!.body;
    expect({ model, messages, tools }).toMatchObject({
      model: 'm',
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: QUESTION },
      ],
      tools: [{ function: { name: TOOL.name, description: TOOL.description, parameters: SCHEMA } }],
    });
  });
});
