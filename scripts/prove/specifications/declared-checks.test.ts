import { expect, it } from 'vitest';
import { readDeclaredChecks } from './declared-checks.ts';

it('reads the checks that stand first in a row, and none of what is not asked', async () => {
  const declared = await readDeclaredChecks();
  expect([...(declared.get('MCP, as a client') ?? [])]).toEqual([
    'sep-2322-client-request-state-echoed',
    'sep-2322-client-jsonrpc-id-different',
    'sep-2322-client-no-state-omitted',
  ]);
  expect([...(declared.get('LangChain') ?? [])]).toEqual(['messages: streamed structured output']);
  for (const suite of ['Open Responses', 'OAuth']) expect(declared.get(suite)).toEqual(new Set());
});
