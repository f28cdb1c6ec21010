import type { UsageRecord } from '#store';

export const START_MS = Date.UTC(2026, 10, 19);
const DAYS = 3;
export const NOW_MS = START_MS + DAYS * 86_400_000;
export const SPAN = { starting_at: START_MS, ending_at: NOW_MS } as const;
/** The same numbers in every run: what fails once fails again. */
function random(): () => number {
  let state = 1234;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const next = random();
const below = (n: number): number => Math.floor(next() * n);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

/** Prices a million in ten-thousandths of a dollar: a token costs tenths of a nano-dollar, so that parts of the cost are rounded. */
function anyRecord(n: number): UsageRecord {
  const [input, output, searches, fetches] = [below(5000), below(2000), below(3), below(2)];
  const tokens = {
    input_tokens: input,
    cached_input_tokens: below(input + 1),
    output_tokens: output,
    reasoning_tokens: below(output + 1),
  };
  const tenths = { input: 1 + below(30_000), cached_input: below(3000), output: below(150_000) };
  const price = Object.fromEntries(
    Object.entries(tenths).map(([name, tenth]) => [name, String(tenth / 10_000)]),
  );
  const isPaid = next() < 0.6;
  const usesTools = next() < 0.3;
  const fresh = tokens.input_tokens - tokens.cached_input_tokens;
  const tokenTenths =
    fresh * tenths.input + tokens.cached_input_tokens * tenths.cached_input + output * tenths.output;
  const tokenCost = Math.ceil(tokenTenths / 10);
  const keyId = oneOf(['key_1', 'key_2', null]);
  return {
    request_id: `req_${n}`,
    organization_id: oneOf(['org_1', 'org_2']),
    workspace_id: oneOf(['ws_1', 'ws_2']),
    key_id: keyId,
    ...(keyId === null ? { surface: oneOf(['api', 'cli', 'desktop']) } : {}),
    user_id: oneOf(['user_1', 'user_2']),
    endpoint: oneOf(['/v1/chat/completions', '/v1/messages']),
    model: oneOf(['Large', 'Small']),
    ...tokens,
    billing_source: isPaid ? 'api_credit' : 'subscription',
    price: usesTools ? { ...price, web_search: '0.01', web_fetch: '0.002' } : price,
    ...(usesTools ? { server_tool_use: { web_search: searches, web_fetch: fetches } } : {}),
    cost_nanos: isPaid ? tokenCost + (usesTools ? searches * 10_000_000 + fetches * 2_000_000 : 0) : 0,
    plan_milli: isPaid ? 0 : below(10_000),
    plan_windows: null,
    node_id: 'node_1',
    estimated: false,
    outcome: 'completed',
    metadata: null,
    created_at: new Date(START_MS + below(DAYS * 86_400_000)).toISOString(),
  };
}

export const RECORDS = Array.from({ length: 300 }, (_, n) => anyRecord(n));
export const OF_ORG = RECORDS.filter(({ organization_id: id }) => id === 'org_1');
