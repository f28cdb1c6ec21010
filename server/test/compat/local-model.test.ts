import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { MAIN_KEY, oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';
import { writeTinyGguf } from '../../test-kit/tiny-gguf.ts';

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

const CONTEXT = 256;
const MODEL = 'Svc Standard';
const PROMPT = 'Once upon a time';
const USER = { role: 'user' as const, content: PROMPT };
/** With temperature 0 the same prompt gets the same reply. */
const ASKED = { model: MODEL, temperature: 0 };

/** The reply to one prompt in each API format, whole and streamed. */
async function repliesOf({ baseUrl }: RunningService): Promise<Record<string, string>> {
  const openai = new OpenAI({ apiKey: MAIN_KEY, baseURL: `${baseUrl}/compat/openai/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({
    apiKey: MAIN_KEY,
    baseURL: `${baseUrl}/compat/anthropic`,
    maxRetries: 0,
  });
  const chat = { ...ASKED, max_tokens: 12, messages: [USER] };
  const response = { ...ASKED, max_output_tokens: 12, input: PROMPT, store: false };
  let streamedResponse = '';
  for await (const event of await openai.responses.create({ ...response, stream: true }))
    if (event.type === 'response.output_text.delta') streamedResponse += event.delta;
  const message = await anthropic.messages.create(chat);
  return {
    chat: (await openai.chat.completions.create(chat)).choices[0]!.message.content ?? '',
    'streamed chat': (await openai.chat.completions.stream(chat).finalContent()) ?? '',
    response: (await openai.responses.create(response)).output_text,
    'streamed response': streamedResponse,
    message: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    'streamed message': await anthropic.messages.stream(chat).finalText(),
  };
}

it('COMPO-01 a model in a file gives clients of other services one reply, in every form', async (context) => {
  if (!installed) context.skip('node-llama-cpp is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'svc-compat-llama-'));
  const modelPath = process.env['TEST_GGUF_PATH'] || join(directory, 'tiny.gguf');
  if (!process.env['TEST_GGUF_PATH']) writeTinyGguf(modelPath);
  const deployment = oneModel(
    { type: 'llama', model_path: modelPath, context_size: CONTEXT },
    { identity_instruction: '' },
  ) as { models: object[] };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities: { temperature: true },
    context_window: CONTEXT,
    max_output_tokens: 64,
  }));
  const service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
  try {
    const { chat, ...others } = await repliesOf(service);
    expect(chat).not.toBe('');
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((form) => [form, chat])));
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
