import { Readable } from 'node:stream';
import Anthropic from '@anthropic-ai/sdk';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { DOUBLE_KEYS, DOUBLE_REGION } from '../../../engines/bedrock-double.ts';
import { askAnthropic, MESSAGES, readMessage } from './anthropic-client.ts';
import type { FacadeServer } from '../facade-server.ts';
import { QUESTION, SCHEMA, SYSTEM, TOOL, type Read } from './question.ts';

/** Speaks HTTP/1.1, as the vendor's client does for other services. */
const overHttp1 = (server: FacadeServer) => ({
  handle: async ({
    method,
    path,
    headers,
    body,
  }: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: Uint8Array;
  }) => {
    const reply = await fetch(server.baseUrl + path, {
      method,
      headers,
      ...(body && { body }),
    } as RequestInit);
    return {
      response: {
        statusCode: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: reply.body && Readable.fromWeb(reply.body as never),
      },
    };
  },
});

function bedrockClient(server: FacadeServer): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region: DOUBLE_REGION,
    credentials: DOUBLE_KEYS,
    endpoint: server.baseUrl,
    maxAttempts: 1,
    requestHandler: overHttp1(server) as never,
  });
}

interface ConverseBlock {
  readonly text?: string | undefined;
  readonly toolUse?: { readonly name?: string | undefined; readonly input?: unknown } | undefined;
}

interface ConverseUsage {
  readonly inputTokens: number | undefined;
  readonly cacheReadInputTokens?: number | undefined;
  readonly outputTokens: number | undefined;
}

function readBlocks(content: readonly ConverseBlock[], usage: ConverseUsage | undefined): Read {
  const use = content.find(({ toolUse }) => toolUse)?.toolUse;
  const cached = usage?.cacheReadInputTokens;
  return {
    text: content.map(({ text }) => text ?? '').join(''),
    call: use && { name: use.name, input: use.input },
    counts: [(usage?.inputTokens ?? 0) + (cached ?? 0), cached, usage?.outputTokens],
  };
}

export async function askConverse(server: FacadeServer, stream: boolean): Promise<Read> {
  const request = {
    modelId: server.modelName('m'),
    system: [{ text: SYSTEM }],
    messages: [{ role: 'user' as const, content: [{ text: QUESTION }] }],
    toolConfig: {
      tools: [
        { toolSpec: { name: TOOL.name, description: TOOL.description, inputSchema: { json: SCHEMA } } },
      ],
    },
  };
  const client = bedrockClient(server);
  if (!stream) {
    const { output, usage } = await client.send(new ConverseCommand(request));
    return readBlocks(output?.message?.content ?? [], usage);
  }
  const { stream: events = [] } = await client.send(new ConverseStreamCommand(request));
  let text = '';
  let input = '';
  let name: string | undefined;
  let usage: ConverseUsage | undefined;
  for await (const { contentBlockStart, contentBlockDelta, metadata } of events) {
    name ??= contentBlockStart?.start?.toolUse?.name;
    text += contentBlockDelta?.delta?.text ?? '';
    input += contentBlockDelta?.delta?.toolUse?.input ?? '';
    usage ??= metadata?.usage;
  }
  return readBlocks([{ text }, { toolUse: { name, input: JSON.parse(input) as unknown } }], usage);
}

export async function askInvoke(server: FacadeServer, stream: boolean): Promise<Read> {
  const fields = { anthropic_version: 'bedrock-2023-05-31', ...MESSAGES };
  const request = {
    modelId: server.modelName('m'),
    body: JSON.stringify(fields),
    contentType: 'application/json',
  };
  const client = bedrockClient(server);
  if (!stream) {
    const { body } = await client.send(new InvokeModelCommand(request));
    return readMessage(JSON.parse(new TextDecoder().decode(body)) as Anthropic.Message);
  }
  const { body = [] } = await client.send(new InvokeModelWithResponseStreamCommand(request));
  const lines: string[] = [];
  for await (const { chunk: piece } of body) lines.push(new TextDecoder().decode(piece?.bytes));
  // The vendor's other client puts the message together.
  const events = lines.map(
    (line) => `event: ${(JSON.parse(line) as { type: string }).type}\ndata: ${line}\n\n`,
  );
  const played = new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
  const reader = new Anthropic({ apiKey: 'none', fetch: () => Promise.resolve(played) });
  return askAnthropic(server, reader, true);
}
