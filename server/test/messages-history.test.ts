import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '@svc/contract';
import {
  chunk,
  DESTROY,
  oneOrganization,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel, askRefused, askStream, askWhole } from './messages/ask.ts';

const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
const DAY_MS = 86_400_000;

function twoOrganizations(): unknown {
  const { organizations } = oneOrganization() as { organizations: { keys: object[] }[] };
  const [acme] = organizations;
  const keys = acme!.keys.map((key) => ({ ...key, secret: OTHER_KEY }));
  return { organizations: [acme, { ...acme, name: 'Beta', keys }] };
}

/** Two models with reasoning, so that one's reasoning can be sent to the other. */
function twoModels(baseUrl: string): unknown {
  const deployment = ableModel(baseUrl) as { models: object[]; plans: { models: string[] }[] };
  const second = { ...deployment.models[0], id: 'Svc Second', default: false };
  const plans = deployment.plans.map((plan) => ({ ...plan, models: [...plan.models, 'Svc Second'] }));
  return { ...deployment, models: [...deployment.models, second], plans };
}

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startRunningService({
    deployment: twoModels(upstream.baseUrl),
    provisioning: twoOrganizations(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const THINK = [chunk({ reasoning_content: 'first' }), 'half ', chunk({ reasoning_content: 'second' })];
const QUESTION = { role: 'user', content: 'q' };

/** A reply with two reasoning blocks and its own text. */
async function reasoned(words: string): Promise<Message['content']> {
  upstream.script(
    streamOf([...THINK, words], { finishReason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 9 } }),
  );
  const { message } = await askStream(service, { reasoning: {}, messages: [QUESTION] });
  expect(message!.content.map(({ type }) => type)).toEqual(['reasoning', 'text', 'reasoning', 'text']);
  upstream.script(textReply('ok'));
  return message!.content;
}

const history = (content: unknown, more: object = {}) => ({
  messages: [QUESTION, { role: 'assistant', content }, QUESTION],
  ...more,
});
const refused = (content: unknown, key?: string) => askRefused(service, history(content), key);
const INVALID = { status: 400, code: 'invalid_reasoning_block' };

it('MSG-32 MSG-37 accepts an unchanged reply, and passes its reasoning to the engine', async () => {
  const content = await reasoned('untouched');
  await askWhole(service, history(content));
  const sent = upstream.requests.at(-1)!.body['messages'] as object[];
  expect(sent.at(-2)).toEqual({
    role: 'assistant',
    content: 'half untouched',
    reasoning_content: 'firstsecond',
  });
});

it('MSG-38 D-45 refuses edited reasoning, in text or signature', async () => {
  const [first, ...rest] = await reasoned('edited');
  if (first?.type !== 'reasoning') throw new Error('no reasoning');
  const flipped =
    first.signature.slice(0, -2) + (first.signature.at(-2) === 'A' ? 'B' : 'A') + first.signature.at(-1);
  const [version, , ...parts] = first.signature.split('.');
  for (const edited of [
    { ...first, text: 'First' },
    { ...first, text: '' },
    { ...first, signature: flipped },
    { ...first, signature: '' },
    { ...first, signature: `${first.signature}.x` },
    { ...first, signature: `${first.signature}=` },
    // A key id that was never used.
    { ...first, signature: [version, 'zzzzz', ...parts].join('.') },
    { type: 'reasoning', text: 'first' },
  ])
    expect(await refused([edited, ...rest])).toEqual({ ...INVALID, param: 'messages[1].content[0]' });
});

it('MSG-39 D-46 refuses a reply without one or all of its reasoning blocks', async () => {
  const [first, text, second, end] = await reasoned('dropped');
  const whole = { ...INVALID, param: 'messages[1].content' };
  expect(await refused([text, end])).toEqual(whole);
  expect(await refused([first, text, end])).toEqual(whole);
  // The positions of the remaining blocks reveal it.
  expect(await refused([text, second, end])).toEqual({ ...INVALID, param: 'messages[1].content[1]' });
  await askWhole(service, history([first, text, second, end]));
});

it('D-45 refuses reordered or repeated reasoning', async () => {
  const [first, text, second, end] = await reasoned('moved');
  for (const content of [
    [second, text, first, end],
    [text, first, second, end],
    [first, first, text, second, end],
    [first, second, text, end],
  ])
    expect(await refused(content)).toMatchObject(INVALID);
});

it('D-45 refuses reasoning of another organization, whole or in part', async () => {
  const content = await reasoned('foreign');
  expect(await refused(content, OTHER_KEY)).toEqual({ ...INVALID, param: 'messages[1].content[0]' });
  // The text alone does not belong to anybody: marks belong to a workspace.
  const words = content.filter(({ type }) => type === 'text');
  await askWhole(service, history(words), OTHER_KEY);
});

it('D-45 omits reasoning of another model from the prompt', async () => {
  const content = await reasoned('elsewhere');
  await askWhole(service, history(content, { model: 'Svc Second' }));
  const sent = upstream.requests.at(-1)!.body['messages'] as object[];
  expect(sent.at(-2)).toEqual({ role: 'assistant', content: 'half elsewhere' });
});

it('D-46 text once answered without reasoning needs none from then on', async () => {
  const content = await reasoned('ambiguous');
  const words = content.filter(({ type }) => type === 'text');
  expect(await refused(words)).toMatchObject(INVALID);
  upstream.script(streamOf(['half ', 'ambiguous'], { finishReason: 'stop' }));
  // One block here, two there: the same text nevertheless.
  const plain = await askWhole(service, { messages: [QUESTION] });
  upstream.script(textReply('ok'));
  await askWhole(service, history(plain.content));
  await askWhole(service, history(words));
});

it('D-46 never refuses text that no model generated', async () => {
  for (const content of ['made up', [{ type: 'text', text: 'made up' }]])
    expect(await askWhole(service, history(content))).toMatchObject({
      content: [{ type: 'text', text: 'ok' }],
    });
});

it('D-46 never requires the reasoning of a reply that broke off', async () => {
  const said = ['half ', 'broken'].map((content) => sse(chunk({ content })));
  upstream.script(rawReply([sse(chunk({ reasoning_content: 'hm' })), ...said, DESTROY]));
  const { error, events } = await askStream(service, { reasoning: {}, messages: [QUESTION] });
  expect([error?.error.code, JSON.stringify(events).includes('broken')]).toEqual(['upstream_error', true]);
  upstream.script(textReply('ok'));
  await askWhole(service, history([{ type: 'text', text: 'half broken' }]));
});

it('D-45 D-46 signatures stay valid after key rotation for their time, and marks for 30 days', async () => {
  const content = await reasoned('old');
  const words = content.filter(({ type }) => type === 'text');
  const advance = (days: number) => service.advance((days * DAY_MS) / 1000);
  await advance(31);
  await askWhole(service, history(words));
  await advance(365);
  await askWhole(service, history(content));
  await advance(100);
  expect(await refused(content)).toMatchObject(INVALID);
});

it('D-45 a signature reveals neither model nor organization', async () => {
  const [first] = await reasoned('opaque');
  if (first?.type !== 'reasoning') throw new Error('no reasoning');
  expect(first.signature).toMatch(/^v1\.[0-9a-z]+\.[\w-]{10}\.[\w-]{22}\.[\w-]{43}$/);
});
