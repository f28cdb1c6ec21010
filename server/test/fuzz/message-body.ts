import { addedFields, DOCUMENT, pageOf } from './added-fields.ts';
import type { Body } from './cases.ts';
import { CANARY } from './canaries.ts';
import type { Sites } from './sites.ts';
import type { Random } from '#test-kit';

const IMAGE = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAA' },
};

const TOOL = {
  type: 'function',
  function: { name: 'look_up', description: CANARY, parameters: { type: 'object' } },
};

const CALL = { type: 'tool_call', id: `call_${CANARY}`, name: 'look_up', input: { q: CANARY } };

const RESULT = {
  type: 'tool_result',
  tool_call_id: `call_${CANARY}`,
  content: [{ type: 'text', text: CANARY }, IMAGE],
  is_error: true,
};

const WEB = { type: 'web_location', cited_text: CANARY, url: 'https://a.test/', title: CANARY };

/** A valid message body, with canaries wherever callers put text. */
export function validMessageBody(random: Random, plan: string, sites: Sites): Body {
  const { fields, tools, mayFail } = addedFields(random, sites, true);
  const talk = [
    { role: 'user', content: [{ type: 'text', text: CANARY }, IMAGE] },
    {
      role: 'assistant',
      content: [
        ...(random.chance(0.3) ? [{ type: 'compaction', summary: CANARY }] : []),
        { type: 'text', text: CANARY, citations: random.chance(0.3) ? [WEB] : [] },
        CALL,
      ],
    },
  ];
  const cited = random.chance(0.2) && !('response_format' in fields);
  const document = {
    type: 'document',
    title: CANARY,
    source: { type: 'base64', media_type: 'text/plain', data: DOCUMENT },
    citations: { enabled: cited },
  };
  const last = { type: 'text', text: `${CANARY} plan:${plan} ${pageOf(sites, random)}` };
  const asked = random.chance(0.3) || cited ? [document, last] : [last];
  const turns = random.chance(0.4)
    ? [...talk, { role: 'user', content: [RESULT, ...asked] }]
    : [{ role: 'user', content: asked }];
  const functions = random.chance(0.4);
  const value = {
    model: 'Svc Standard',
    max_tokens: 1 + random.below(200),
    messages: turns,
    ...(random.chance(0.6) ? { stream: true } : {}),
    ...(random.chance(0.3)
      ? { system: random.pick<unknown>([CANARY, [{ type: 'text', text: CANARY }]]) }
      : {}),
    ...(functions || tools.length > 0 ? { tools: [...(functions ? [TOOL] : []), ...tools] } : {}),
    ...(functions
      ? { tool_choice: random.pick([{ type: 'auto' }, { type: 'any' }, { type: 'tool', name: 'look_up' }]) }
      : {}),
    ...(random.chance(0.3)
      ? { stop_sequences: ['beta', CANARY], temperature: 1, parallel_tool_calls: false }
      : {}),
    ...(random.chance(0.3) ? { metadata: { note: CANARY, end_user_id: CANARY } } : {}),
    ...fields,
  };
  return { value, mayFail };
}
