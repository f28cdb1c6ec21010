import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askExtended, askStreamExtended, askWholeExtended, COUNT, refusedExtended } from './chat/extended.ts';
import { ableModel } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let sandbox: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const { models, ...deployment } = ableModel(upstream.baseUrl) as { models: { capabilities: object }[] };
  const citing = models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, citations: true },
  }));
  [service, sandbox] = await Promise.all([
    startRunningService({ deployment: { ...deployment, models: citing }, provisioning: oneOrganization() }),
    startRunningService({ provisioning: oneOrganization() }),
  ]);
});
afterAll(async () => {
  await Promise.all([service.stop(), sandbox.stop()]);
  await upstream.close();
});

const TEXT = 'Tromsø is far in the north 🌌.';
const file = {
  type: 'file',
  file: {
    filename: 'cities.txt',
    file_data: `data:text/plain;base64,${Buffer.from(TEXT).toString('base64')}`,
  },
};
const messages = [{ role: 'user', content: [file, { type: 'text', text: 'Where is it light?' }] }];
const citations = { enabled: true };
const CONTENT = 'Look 🌌: in Tromsø. I think.';
const annotation = {
  type: 'file_citation',
  file_citation: {
    file_id: null,
    filename: 'cities.txt',
    quote: TEXT,
    page: null,
    start_index: 0,
    end_index: 18,
  },
};

it('CHAT-88 CHAT-84 D-34 a reply states which of its characters cite which source', async () => {
  upstream.script(textReply(['Look 🌌: in Trom', 'sø.[[c0', '.0]] I think.']));
  const whole = await askWholeExtended(service, { messages, citations });
  expect(whole.choices[0]!.message).toMatchObject({ content: CONTENT, annotations: [annotation] });
  expect(Array.from(CONTENT).slice(0, 18).join('')).toBe('Look 🌌: in Tromsø.');
  const chunks = await askStreamExtended(service, { messages, citations });
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  expect(deltas.map(({ content }) => content ?? '').join('')).toBe(CONTENT);
  expect(deltas.filter((delta) => 'annotations' in delta)).toEqual([{ annotations: [annotation] }]);
  const history = [...messages, { ...whole.choices[0]!.message }, { role: 'user', content: 'sure?' }];
  await askWholeExtended(service, { messages: history, citations });
});

it('CHAT-88 D-34 there are no annotations unless requested', async () => {
  upstream.script(textReply('In Tromsø.[[c0.0]]'));
  const { message } = (await askWholeExtended(service, { messages })).choices[0]!;
  expect(message).toEqual({ role: 'assistant', content: 'In Tromsø.[[c0.0]]' });
  expect(await refusedExtended(service, { messages, citations: { enabled: 'yes' } })).toBe(
    '400 invalid_request citations.enabled',
  );
});

it('CHAT-88 D-36 the sandbox cites, and counting a prompt includes the marks of its passages', async () => {
  const { choices, usage } = await askWholeExtended(sandbox, { messages, citations });
  expect(choices[0]!.message).toMatchObject({
    annotations: [{ type: 'file_citation', file_citation: { quote: TEXT } }],
  });
  const count = async (fields: object): Promise<unknown> =>
    (await (await askExtended(sandbox, fields, COUNT)).json()) as unknown;
  expect(await count({ messages, citations })).toMatchObject({ prompt_tokens: usage['prompt_tokens'] });
  expect(await count({ messages })).not.toMatchObject({ prompt_tokens: usage['prompt_tokens'] });
});
