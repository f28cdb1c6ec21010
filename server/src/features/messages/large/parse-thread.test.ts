import { LIMITS } from '@svc/contract';
import { afterAll, expect, it } from 'vitest';
import { conversationLimits } from '#features/conversation';
import { body, parse } from '../test-support/bodies.ts';
import { ParseThread } from './parse-thread.ts';

const SETTINGS = {
  depthLimit: LIMITS.json_depth,
  identityInstruction: '',
  limits: conversationLimits(LIMITS, LIMITS.messages_turns),
};
const thread = new ParseThread();
afterAll(() => thread.close());

it('D-40 D-38 a large body comes back from its thread as a small one is parsed, secrets included', async () => {
  const value = body({
    messages: [{ role: 'user', content: 'x'.repeat(300_000) }],
    mcp_servers: [
      { name: 'a', url: 'https://a.test', authorization_token: 'sesame' },
      { name: 'b', url: 'https://b.test' },
    ],
    tools: [{ type: 'svc_web_search' }],
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } },
  });
  const call = await thread.parse(Buffer.from(JSON.stringify(value)), SETTINGS)!;
  expect(call).toEqual(parse(value));
  expect(call.mcpServers!.map(({ authorizationToken }) => authorizationToken?.reveal())).toEqual(['sesame', undefined]);
});
