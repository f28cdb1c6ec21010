import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DOUBLE_KEYS,
  DOUBLE_REGION,
  MAIN_KEY,
  startBedrockDouble,
  type BedrockDouble,
  type RunningService,
  type SeenCall,
} from '#test-kit';
import { serveEngine } from '../../api-formats/serve-engine.ts';
import { bedrockEngine } from './bedrock-engine.ts';

const MODEL = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const CALL = { name: 'weather', input: { city: 'Ulm' } };
const SAID = {
  reasoning: 'Where is Ulm?',
  text: 'I look 🎉.',
  calls: [CALL],
  usage: { inputTokens: 7, outputTokens: 9, cacheReadInputTokens: 30, cacheWriteInputTokens: 4 },
};

let double: BedrockDouble;
let client: BedrockRuntimeClient;
let service: RunningService;
beforeAll(async () => {
  double = await startBedrockDouble();
  client = new BedrockRuntimeClient({
    endpoint: double.http2Url,
    region: DOUBLE_REGION,
    credentials: DOUBLE_KEYS,
    maxAttempts: 1,
  });
  service = await serveEngine(bedrockEngine(double), { routes: [{ engine: 'main', model: MODEL }] });
});
afterAll(async () => {
  client.destroy();
  await service.stop();
  await double.close();
});
beforeEach(() => double.reply(() => SAID));

const lastCall = (): SeenCall => {
  const call = double.seen.at(-1)!;
  expect(call.refusal).toBeUndefined();
  return call;
};

const INPUT: ConverseCommandInput = {
  modelId: MODEL,
  system: [
    { text: 'You are Svc, a helpful assistant. Do not name the company or the model behind you.' },
    { text: 'Be brief.' },
  ],
  messages: [{ role: 'user', content: [{ text: 'Weather?' }] }],
  inferenceConfig: { maxTokens: 100, temperature: 0.5 },
  toolConfig: {
    tools: [
      {
        toolSpec: {
          name: 'weather',
          description: 'Looks it up.',
          inputSchema: { json: { type: 'object', properties: { city: { type: 'string' } } } },
        },
      },
    ],
    toolChoice: { auto: {} },
  },
};

/** The same for the service. */
const BODY = {
  model: 'Svc Standard',
  max_tokens: 100,
  temperature: 0.5,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'Looks it up.',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    },
  ],
};

async function ask(more: object = {}): Promise<void> {
  const response = await service.post('/compat/openai/v1/chat/completions', MAIN_KEY, { ...BODY, ...more });
  expect(response.status, await response.text()).toBe(200);
}

/** What a request says beside its signature, which is of its moment. */
function comparable({ operation, path, body, headers }: SeenCall): object {
  const names = ['content-type', 'x-amz-content-sha256'];
  const scope = /Credential=([^,]+),/.exec(String(headers['authorization']))?.[1];
  const signed = Object.fromEntries(names.map((name) => [name, headers[name]]));
  return {
    operation,
    path,
    body,
    scope,
    signed: { ...signed, 'x-amz-content-sha256': typeof headers['x-amz-content-sha256'] },
  };
}

describe("the vendor's client and the service at the same double", () => {
  it('D-ENG-5 read whole replies of Converse, and ask for them alike', async () => {
    const { output, stopReason, usage } = await client.send(new ConverseCommand(INPUT));
    const blocks = output?.message?.content;
    expect([
      blocks?.[0]?.reasoningContent?.reasoningText?.text,
      blocks?.[1]?.text,
      blocks?.[2]?.toolUse?.input,
    ]).toEqual([SAID.reasoning, SAID.text, CALL.input]);
    expect([stopReason, usage]).toEqual(['tool_use', { ...SAID.usage, totalTokens: 16 }]);
    const theirs = lastCall();
    await ask();
    expect(comparable(lastCall())).toEqual(comparable(theirs));
  });

  it('D-ENG-5 read streams of Converse, and ask for them alike', async () => {
    const { stream } = await client.send(new ConverseStreamCommand(INPUT));
    let text = '';
    let input = '';
    for await (const { contentBlockDelta, metadata } of stream!) {
      text += contentBlockDelta?.delta?.text ?? '';
      input += contentBlockDelta?.delta?.toolUse?.input ?? '';
      if (metadata) expect(metadata.usage).toEqual({ ...SAID.usage, totalTokens: 16 });
    }
    expect([text, JSON.parse(input)]).toEqual([SAID.text, CALL.input]);
    const theirs = lastCall();
    await ask({ stream: true });
    expect(comparable(lastCall())).toEqual(comparable(theirs));
  });

  it('D-ENG-6 read InvokeModel, whole and streamed, and ask for it alike', async () => {
    await ask({ reasoning_effort: 'low' });
    const ours = lastCall();
    const sent = { modelId: MODEL, contentType: 'application/json', body: JSON.stringify(ours.body) };
    const { body } = await client.send(new InvokeModelCommand(sent));
    expect((JSON.parse(body.transformToString()) as { stop_reason: string }).stop_reason).toBe('tool_use');
    expect(comparable(ours)).toEqual(comparable(lastCall()));
    await ask({ reasoning_effort: 'low', stream: true });
    const streamed = lastCall();
    const { body: chunks } = await client.send(new InvokeModelWithResponseStreamCommand(sent));
    const types: string[] = [];
    for await (const { chunk } of chunks!)
      types.push((JSON.parse(Buffer.from(chunk!.bytes!).toString()) as { type: string }).type);
    expect([types[0], types.at(-1)]).toEqual(['message_start', 'message_stop']);
    expect(comparable(streamed)).toEqual(comparable(lastCall()));
  });

  it('D-ENG-9 name errors alike', async () => {
    double.reply(() => ({ status: 429, type: 'ThrottlingException', message: 'Too many tokens' }));
    await expect(client.send(new ConverseCommand(INPUT))).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    const response = await service.post('/v1/chat/completions', MAIN_KEY, {
      ...BODY,
      temperature: undefined,
    });
    expect(response.status).toBe(429);
    double.reply(() => ({ status: 200, type: 'modelStreamErrorException', message: 'm', inStream: 'after' }));
    const { stream } = await client.send(new ConverseStreamCommand(INPUT));
    const read = async () => {
      for await (const _event of stream!);
    };
    await expect(read()).rejects.toMatchObject({ name: 'ModelStreamErrorException' });
  });

  it('are refused with a wrong secret, and for a path of another model', async () => {
    const wrong = new BedrockRuntimeClient({
      endpoint: double.http2Url,
      region: DOUBLE_REGION,
      credentials: { ...DOUBLE_KEYS, secretAccessKey: 'wrong' },
      maxAttempts: 1,
    });
    await expect(wrong.send(new ConverseCommand(INPUT))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    wrong.destroy();
  });
});
