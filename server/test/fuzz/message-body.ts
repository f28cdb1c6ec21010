import { CANARY } from './canaries.ts';
import type { Random } from './random.ts';

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAA' } };

/** A message body the service takes, with canaries where callers put text. */
export function validMessageBody(random: Random, plan: string): Record<string, unknown> {
  const tool = { type: 'function', function: { name: 'look_up', description: CANARY, parameters: { type: 'object' } } };
  const call = { type: 'tool_call', id: `call_${CANARY}`, name: 'look_up', input: { q: CANARY } };
  const result = { type: 'tool_result', tool_call_id: `call_${CANARY}`, content: [{ type: 'text', text: CANARY }, IMAGE], is_error: true };
  const talk = [
    { role: 'user', content: [{ type: 'text', text: CANARY }, IMAGE] },
    { role: 'assistant', content: [{ type: 'text', text: CANARY }, call] },
  ];
  const last = { type: 'text', text: `${CANARY} plan:${plan}` };
  const turns = random.chance(0.4) ? [...talk, { role: 'user', content: [result, last] }] : [{ role: 'user', content: [last] }];
  return {
    model: 'Svc Standard',
    max_tokens: 1 + random.below(200),
    messages: turns,
    ...(random.chance(0.6) ? { stream: true } : {}),
    ...(random.chance(0.3) ? { system: random.pick<unknown>([CANARY, [{ type: 'text', text: CANARY }]]) } : {}),
    ...(random.chance(0.4)
      ? { tools: [tool], tool_choice: random.pick([{ type: 'auto' }, { type: 'any' }, { type: 'tool', name: 'look_up' }]) }
      : {}),
    ...(random.chance(0.3) ? { stop_sequences: ['beta', CANARY], temperature: 1, parallel_tool_calls: false } : {}),
    ...(random.chance(0.3) ? { reasoning: { effort: 'low' }, metadata: { note: CANARY, end_user_id: CANARY } } : {}),
  };
}
