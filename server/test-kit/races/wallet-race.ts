import { chunk, rawReply, sse, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { oneModel } from '../service/deployment-fixtures.ts';

const REQUESTS = 300;
/** As many worst cases as a wallet of the race covers. */
export const COVERED = 50;
export const REFUSED = REQUESTS - COVERED;
export const MAX_TOKENS = 1000;
export const USED_TOKENS = 20;
/** 15 dollars per million. */
export const NANOS_PER_TOKEN = 15_000;
export const BALANCE_NANOS = COVERED * MAX_TOKENS * NANOS_PER_TOKEN;
/** What is left in a wallet whose every covered request was charged what it used. */
export const LEFT_NANOS = BALANCE_NANOS - COVERED * USED_TOKENS * NANOS_PER_TOKEN;
/** A race in which somebody never gets an answer ends all the same. */
const TIMEOUT_MS = 30_000;

/** Added to a deployment: prompts are free, so that the worst case is the output alone, and the plan covers nothing. */
export function raceDeployment(): Readonly<Record<string, unknown>> {
  const { models } = oneModel({}) as { models: readonly object[] };
  return {
    plans: [{ id: 'tiny', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
    models: models.map((model) => ({
      ...model,
      context_window: 200_000,
      max_output_tokens: 100_000,
      pricing: { currency: 'usd', input: 0, cached_input: 0, output: 15 },
    })),
  };
}

/** The key of the organization of one round. */
export const raceKey = (round: number): string => `sk_live_${String(round).padStart(64, '0')}`;

/** One organization, with a wallet of its own, for each round. */
export function raceOrganizations(rounds: number, balanceNanos = BALANCE_NANOS): unknown {
  return {
    organizations: Array.from({ length: rounds }, (_, round) => ({
      name: `Round ${round}`,
      plan: 'tiny',
      credits: { enabled: true, balance_usd: String(balanceNanos / 1e9) },
      members: [{ email: `ada@${round}.test`, name: 'Ada', role: 'primary_owner' }],
      workspaces: [{ name: 'Default' }],
      keys: [
        {
          name: 'main',
          kind: 'private',
          workspace: 'Default',
          created_by: `ada@${round}.test`,
          secret: raceKey(round),
        },
      ],
    })),
  };
}

export interface RaceOutcome {
  readonly admitted: number;
  /** 402 `quota_exhausted` with `limit: no_credits`. */
  readonly noCredits: number;
  /** Statuses and codes of everything else. */
  readonly others: readonly string[];
}

/**
 * Sends 300 requests at once, spread over the nodes, to one wallet. Nobody who was admitted ends before everybody was
 * judged, or what it gives back would admit one more.
 */
export async function raceForWallet(
  urls: readonly string[],
  key: string,
  upstream: ScriptedUpstream,
): Promise<RaceOutcome> {
  const judged = Promise.withResolvers<void>();
  let waiting = REQUESTS;
  const oneJudged = (): void => {
    if (--waiting === 0) judged.resolve();
  };
  const usage = { prompt_tokens: 9, completion_tokens: USED_TOKENS };
  upstream.script(() => {
    oneJudged();
    return rawReply([
      { until: judged.promise },
      sse(chunk({ content: 'x' }, 'stop')),
      sse({ choices: [], usage }),
      sse('[DONE]'),
    ]);
  });
  const timeout = setTimeout(judged.resolve, TIMEOUT_MS);
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], max_tokens: MAX_TOKENS });
  const outcomes = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, i) => {
      const response = await fetch(`${urls[i % urls.length]}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      if (response.status !== 200) oneJudged();
      return describeOutcome(response.status, await response.text());
    }),
  );
  clearTimeout(timeout);
  return {
    admitted: outcomes.filter((outcome) => outcome === 'admitted').length,
    noCredits: outcomes.filter((outcome) => outcome === '402 quota_exhausted no_credits').length,
    others: outcomes.filter((outcome) => !['admitted', '402 quota_exhausted no_credits'].includes(outcome)),
  };
}

function describeOutcome(status: number, text: string): string {
  if (status === 200) return text.endsWith('data: [DONE]\n\n') ? 'admitted' : `200 cut: ${text.slice(-200)}`;
  const { error } = JSON.parse(text) as { error: { code: string; limit?: string } };
  return `${status} ${error.code} ${error.limit ?? ''}`.trimEnd();
}
