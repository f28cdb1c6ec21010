import { expect, it } from 'vitest';
import type { Turn } from '#engine';
import type { Authenticated, InferenceCall, Parsed } from '#exchange';
import { modelNumber, type ReplyHistory } from '#features/conversation';
import { keepGenuineReasoning } from './keep-genuine-reasoning.ts';

/** Signed by `model` is what has its name as signature. */
const signatures = {
  verify: (organizationId: string, _text: string, signature: string) =>
    organizationId === 'org_1' && signature !== '' ? { model: modelNumber(signature) } : undefined,
} as ReplyHistory['signatures'];

const reasoning = { type: 'reasoning', text: 'hm' } as const;
const user: Turn = { role: 'user', blocks: [{ type: 'text', text: 'a' }] };
const said: Turn['blocks'][number] = { type: 'text', text: 'b' };
const IDENTITY: Turn = { role: 'system', blocks: [{ type: 'text', text: 'You are Svc.' }] };

async function keep(reply: Turn, signature: string, model: string | null = 'm') {
  const call = {
    turns: [IDENTITY, user, reply, user],
    earlierReplies: [{ path: 'x', turn: 2, reasoning: [{ position: 0, signature }] }],
    pending: [{ position: { turn: 3, block: 0 } }],
  } as unknown as InferenceCall;
  const exchange = { call, credential: { organizationId: 'org_1' } } as unknown as Authenticated & Parsed;
  await keepGenuineReasoning({ signatures }, exchange, model ?? undefined);
  return exchange.call;
}

const reply = (...blocks: Turn['blocks']): Turn => ({ role: 'assistant', blocks });

it('COMPG-12 keeps what the model wrote that is to answer', async () => {
  const { turns, earlierReplies } = await keep(reply(reasoning, said), 'm');
  expect(turns).toEqual([IDENTITY, user, reply(reasoning, said), user]);
  expect(earlierReplies).toBeUndefined();
});

it('COMPG-12 leaves out silently what is not genuine, or another model’s', async () => {
  for (const signature of ['', 'other'])
    expect((await keep(reply(reasoning, said), signature)).turns).toEqual([
      IDENTITY,
      user,
      reply(said),
      user,
    ]);
  expect((await keep(reply(reasoning, said), 'm', null)).turns[2]).toEqual(reply(said));
});

it('COMPG-12 COMPG-11 a reply of which nothing is left goes, and what refers to turns moves along', async () => {
  const { turns, pending } = await keep(reply(reasoning), '');
  expect(turns).toEqual([
    IDENTITY,
    { role: 'user', blocks: [{ type: 'text', text: 'a\n\n' }, user.blocks[0]] },
  ]);
  expect(pending).toEqual([{ position: { turn: 1, block: 1 } }]);
});
