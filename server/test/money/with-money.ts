import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  onDatabase,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
  type TestDatabase,
  type UsageRow,
} from '#test-kit';

/** 10 input tokens at 3 dollars and 20 output tokens at 15 dollars per million. */
export const COST_NANOS = 10 * 3000 + 20 * 15_000;
/** Nano-dollars per token. */
export const RATES = { input: 3000, output: 15_000 };

export let upstream: ScriptedUpstream;

/** Call once per test file: sets up the engine of its services. */
export function installMoneyHooks(): void {
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
  });
  afterAll(() => upstream.close());
}

export function usage(prompt: number, completion: number, cached = 0) {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

interface MoneyOptions {
  readonly monthlyTokens?: number;
  readonly credits?: object;
  /** Additions to the organization. */
  readonly more?: object;
  /** Additions to the deployment. */
  readonly deployment?: object;
}

export interface Money {
  readonly service: RunningService;
  /** The service's clock. */
  nowMs(): number;
  ask(body?: object): Promise<MoneyResponse>;
  advance(seconds: number): Promise<void>;
}

interface MoneyResponse {
  readonly status: number;
  readonly source: string | null;
  readonly error: {
    code: string;
    limit?: string;
    resets_at?: string | null;
    upgrade_url?: string;
    add_credit_url?: string;
  };
}

/** Checks the final balance, in nano-dollars, and what was recorded of each call. */
type BalanceCheck = (nanos: number, records: readonly RecordedCost[]) => void | Promise<void>;

export type RecordedCost = Pick<UsageRow, 'cost_nanos' | 'server_tool_use' | 'estimated'>;

const DAY_MS = 86_400_000;
const WEDNESDAY = 3;

/**
 * The next Wednesday noon with more than a week of its month left: a session that begins then ends before the
 * week, and the week before the month. On a Sunday evening a full session would outlast a full week and be
 * reported instead.
 */
function noonOfQuietDay(nowMs: number): number {
  for (let dayMs = Math.ceil(nowMs / DAY_MS) * DAY_MS; ; dayMs += DAY_MS) {
    const day = new Date(dayMs);
    if (day.getUTCDay() === WEDNESDAY && day.getUTCDate() <= 20) return dayMs + DAY_MS / 2;
  }
}

/**
 * A service on the given database, stopped and checked at the end of the test: the books must always be
 * correct.
 */
export async function withMoney(
  database: TestDatabase,
  options: MoneyOptions,
  use: (money: Money) => Promise<BalanceCheck | void>,
): Promise<void> {
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const service = await startMoneyService(options, opened?.databaseUrl);
  let movedMs = 0;
  const nowMs = (): number => Date.now() + movedMs;
  const advance = async (seconds: number): Promise<void> => {
    await service.advance(seconds);
    movedMs += seconds * 1000;
  };
  await advance(Math.ceil((noonOfQuietDay(nowMs()) - nowMs()) / 1000));
  upstream.script(textReply('fine', { usage: usage(10, 20) }));
  try {
    const checkBalance = await use({
      service,
      ask: (body) => askChat(service, body),
      nowMs,
      advance,
    });
    for (const { property, broken } of await service.operator.checkLedger())
      expect(broken, property).toEqual([]);
    const [wallet] = await service.drainAndRead((db) => db.selectFrom('wallets').selectAll().execute());
    const records = await service.drainAndRead((db) =>
      db.selectFrom('usage_records').select(['cost_nanos', 'server_tool_use', 'estimated']).execute(),
    );
    await checkBalance?.(wallet?.balance_nanos ?? 0, records);
    expect(await service.drainAndRead((db) => db.selectFrom('wallet_leases').selectAll().execute())).toEqual(
      [],
    );
  } finally {
    await service.stop();
    await opened?.close();
  }
}

function startMoneyService(options: MoneyOptions, databaseUrl: string | undefined): Promise<RunningService> {
  return startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), {
      plans: [
        { id: 'pro', paid: true, monthly_tokens: options.monthlyTokens ?? 1, models: ['Svc Standard'] },
      ],
      links: { upgrade: 'https://svc.test/upgrade', add_credit: 'https://svc.test/credit' },
      ...options.deployment,
    }),
    provisioning: oneOrganization({
      subscribed_at: '2026-01-31T12:00:00Z',
      ...(options.credits ? { credits: options.credits } : {}),
      ...options.more,
    }),
    environment: { ...onDatabase({ databaseUrl }), SVC_DATA_KEY: randomBytes(32).toString('base64') },
  });
}

async function askChat(service: RunningService, body: object = {}): Promise<MoneyResponse> {
  const response = await service.post('/v1/chat/completions', MAIN_KEY, {
    messages: [{ role: 'user', content: 'Hi' }],
    stream: false,
    max_tokens: 20,
    ...body,
  });
  const text = await response.text();
  const error =
    response.status === 200 ? { code: '' } : (JSON.parse(text) as { error: MoneyResponse['error'] }).error;
  return { status: response.status, source: response.headers.get('x-svc-billing-source'), error };
}

export const balanceIs =
  (expected: number): BalanceCheck =>
  (nanos) =>
    expect(nanos).toBe(expected);
