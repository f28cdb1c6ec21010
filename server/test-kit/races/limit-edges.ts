import { chunk, rawReply, sse, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { NANOS_PER_TOKEN, raceDeployment } from './wallet-race.ts';

/** As many calls as each limit lets through. */
export const WITHIN = 20;
const CONCURRENCY = 60;
const TOKENS = 100;
/** Free of charge, and taken from the plan. */
const PROMPT_TOKENS = 1;
/** A limit of so much is reached by `WITHIN` calls. */
const LIMIT_USD = String((WITHIN * TOKENS * NANOS_PER_TOKEN) / 1e9);
/** Of the session window, a quarter of the plan. */
const MONTHLY_TOKENS = 4 * WITHIN * (TOKENS + PROMPT_TOKENS);
const TIMEOUT_MS = 30_000;

const SPEND_SCOPES = ['organization', 'workspace', 'member', 'group'] as const;
const SHAPES = ['at once', 'in turn'] as const;

/** One organization for each: what was spent by one edge must not matter for the next. */
export const SPEND_EDGES = SPEND_SCOPES.flatMap((scope) =>
  SHAPES.map((shape) => ({ scope, shape, name: `${scope} ${shape}` })),
);
const WINDOWS = 'windows';
const ONE_CALL = 'wallet of one call';
const NAMES = [...SPEND_EDGES.map(({ name }) => name), WINDOWS, ONE_CALL];

/** Added to a deployment: a plan that covers nothing and one with a window that `WITHIN` calls fill. */
export function edgeDeployment(): Readonly<Record<string, unknown>> {
  const race = raceDeployment() as { plans: readonly object[] };
  return {
    ...race,
    plans: [
      ...race.plans,
      { id: 'small', paid: true, monthly_tokens: MONTHLY_TOKENS, models: ['Svc Standard'] },
    ],
  };
}

export const edgeKey = (name: string): string => `sk_live_${String(NAMES.indexOf(name)).padStart(64, '0')}`;

/** Its plan's months begin today. */
export function edgeOrganizations(): unknown {
  const subscribedAt = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  return {
    organizations: NAMES.map((name, index) => ({
      name,
      plan: name === WINDOWS ? 'small' : 'tiny',
      subscribed_at: subscribedAt,
      credits: {
        enabled: name !== WINDOWS,
        balance_usd: name === ONE_CALL ? String((TOKENS * NANOS_PER_TOKEN) / 1e9) : '100',
      },
      members: [{ email: `ada@${index}.test`, name: 'Ada', role: 'primary_owner' }],
      workspaces: [{ name: 'Default' }],
      keys: [
        {
          name: 'main',
          kind: 'private',
          workspace: 'Default',
          created_by: `ada@${index}.test`,
          secret: edgeKey(name),
        },
      ],
      groups: [{ name: 'Interns', members: [`ada@${index}.test`] }],
      spend_limits: spendLimits(name, `ada@${index}.test`),
    })),
  };
}

function spendLimits(name: string, member: string): object[] {
  const scope = SPEND_EDGES.find((edge) => edge.name === name)?.scope;
  if (!scope) return [];
  const whom = {
    organization: {},
    workspace: { workspace: 'Default' },
    member: { member },
    group: { group: 'Interns' },
  }[scope];
  return [{ scope, ...whom, limit_usd: LIMIT_USD }];
}

/** `admitted`, or what a 402 named as the limit, or the status of anything else. */
type Outcome = string;

export interface Edge {
  readonly urls: readonly string[];
  readonly upstream: ScriptedUpstream;
}

async function ask(url: string, key: string): Promise<Outcome> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    // A connection for each call, so that several workers behind one address share them.
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'hello' }],
      max_tokens: TOKENS,
      stream: true,
    }),
  });
  const text = await response.text();
  if (response.status === 200) return text.endsWith('data: [DONE]\n\n') ? 'admitted' : 'cut';
  const { error } = JSON.parse(text) as { error: { code: string; limit?: string } };
  return error.code === 'quota_exhausted' ? String(error.limit) : `${response.status} ${error.code}`;
}

const ended = [
  sse(chunk({ content: 'x' }, 'stop')),
  sse({ choices: [], usage: { prompt_tokens: PROMPT_TOKENS, completion_tokens: TOKENS } }),
];

/** What became of calls that were sent together, spread over the nodes. None ends before all were judged. */
export async function askConcurrently(
  { urls, upstream }: Edge,
  name: string,
): Promise<Readonly<Record<Outcome, number>>> {
  const judged = Promise.withResolvers<void>();
  let waiting = CONCURRENCY;
  const oneJudged = (): void => void (--waiting === 0 && judged.resolve());
  upstream.script(() => {
    oneJudged();
    return rawReply([{ until: judged.promise }, ...ended, sse('[DONE]')]);
  });
  const timeout = setTimeout(judged.resolve, TIMEOUT_MS);
  const outcomes = await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, i) => {
      const outcome = await ask(urls[i % urls.length]!, edgeKey(name));
      if (outcome !== 'admitted') oneJudged();
      return outcome;
    }),
  );
  clearTimeout(timeout);
  return tally(outcomes);
}

/** What became of so many calls, each on another node than the one before. */
export async function askInTurn(
  { urls, upstream }: Edge,
  name: string,
  calls: number,
): Promise<Readonly<Record<Outcome, number>>> {
  upstream.script(rawReply([...ended, sse('[DONE]')]));
  const outcomes: Outcome[] = [];
  for (let i = 0; i < calls; i++) outcomes.push(await ask(urls[i % urls.length]!, edgeKey(name)));
  return tally(outcomes);
}

function tally(outcomes: readonly Outcome[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Calls in turn until a window is full on every node, and what was said then. */
export const fillWindow = (edge: Edge): Promise<Readonly<Record<Outcome, number>>> =>
  askInTurn(edge, WINDOWS, WITHIN + 2 * edge.urls.length);

/** One worst case is all that the wallet covers: each call needs what the one before released on another node. */
export async function reuseOneHold(
  { urls, upstream }: Edge,
  calls: number,
): Promise<Readonly<Record<Outcome, number>>> {
  upstream.script(
    rawReply([
      sse(chunk({ content: '' }, 'stop')),
      sse({ choices: [], usage: { prompt_tokens: PROMPT_TOKENS, completion_tokens: 0 } }),
      sse('[DONE]'),
    ]),
  );
  const outcomes: Outcome[] = [];
  for (let i = 0; i < calls; i++) outcomes.push(await ask(urls[i % urls.length]!, edgeKey(ONE_CALL)));
  return tally(outcomes);
}
