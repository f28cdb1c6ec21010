import {
  startOwnRedis,
  startScriptedUpstream,
  testDatabases,
  textReply,
  type OwnRedis,
} from '../../../server/test-kit/index.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { percentile, report, require, type Proof } from '../proof.ts';
import {
  LIMIT,
  MODELS_LIMIT,
  mixedTraffic,
  rateFixture,
  type Counted,
  type TrafficOutcome,
} from './rate-traffic.ts';

const WINDOW_MS = 60_000;
/** Longer than a window, so that it slides under the traffic. */
const LASTS_MS = 80_000;
const OUTAGE_FROM_MS = 20_000;
const OUTAGE_UNTIL_MS = 40_000;
/** The longest any answer may take: a second where the machine has little else to do, and a hang would have no end. */
const SLOWEST_MS = 10_000;

export const proveRateRace: Proof = {
  name: 'rate-race',
  summary:
    '12,000 mixed requests over 3 nodes against one key of 600 a minute: exactly 600 in any minute, and no hang without Redis',
  async run() {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return;
    for (const [name, outage] of [
      ['Redis there', false],
      ['Redis killed and started again', true],
    ] as const) {
      const database = await postgres.open({ migrated: false });
      const redis = await startOwnRedis();
      try {
        await race(name, { databaseUrl: database.databaseUrl!, redis, outage });
      } finally {
        await redis.kill();
        await database.close();
      }
    }
  },
};

async function race(
  name: string,
  { databaseUrl, redis, outage }: { databaseUrl: string; redis: OwnRedis; outage: boolean },
): Promise<void> {
  await using upstream = await startScriptedUpstream(textReply('fine'));
  await using nodes = await NodeCluster.start({
    ...rateFixture(upstream.baseUrl),
    databaseUrl,
    redisUrl: redis.url,
  });
  const timers = outage
    ? [
        setTimeout(() => void redis.kill(), OUTAGE_FROM_MS),
        setTimeout(() => void redis.restart(), OUTAGE_UNTIL_MS),
      ]
    : [];
  const responses = await mixedTraffic(nodes.urls, LASTS_MS);
  timers.forEach(clearTimeout);
  checkResponses(name, responses);
  if (outage) {
    // Within one window: what each node counts, together with the others or alone, and what an empty Redis counts again.
    checkAtMost(name, responses, nodes.urls.length + 1);
    report(name, { 'ms until every node is ready again': Math.round(await nodes.allReady()) });
  } else checkExact(name, responses);
  await nodes.checkLedger();
  await nodes.stop();
}

function checkResponses(name: string, responses: readonly TrafficOutcome[]): void {
  const ms = responses.map(({ sentMs, endedMs }) => endedMs - sentMs);
  report(name, {
    answers: responses.length,
    'ms in the middle': percentile(ms, 0.5),
    'ms at 99 of 100': percentile(ms, 0.99),
    'ms at the most': percentile(ms, 1),
  });
  const outcomes = Object.groupBy(
    responses,
    ({ kind, status, code }) => `${kind} ${status}${code === undefined ? '' : ` ${code}`}`,
  );
  for (const [outcome, those] of Object.entries(outcomes).toSorted(([a], [b]) => a.localeCompare(b)))
    report(name, { [outcome]: those!.length });
  const wrong = responses.filter(({ status, allowed }) => !allowed.includes(status));
  require(wrong.length === 0, `not an answer to be given: ${JSON.stringify(wrong.slice(0, 3))}`);
  require(percentile(ms, 1) < SLOWEST_MS, `an answer took longer than ${SLOWEST_MS} ms`);
}

/** Most requests that were surely counted within one window, and fewest that may have been before a refusal. */
function checkExact(name: string, responses: readonly TrafficOutcome[]): void {
  for (const [counted, limit] of [
    ['inference', LIMIT],
    ['models', MODELS_LIMIT],
  ] as const) {
    const most = mostInWindow(responses, counted);
    const fewest = fewestBeforeRefusal(responses, counted);
    report(name, {
      [`limit of ${counted}`]: limit,
      'most accepted in a minute': most,
      'fewest before a refusal': fewest,
    });
    require(most === limit, `${most} were accepted within a minute instead of ${limit}`);
    require(fewest >= limit, `a request was refused after ${fewest} of ${limit}`);
  }
}

function checkAtMost(name: string, responses: readonly TrafficOutcome[], shares: number): void {
  const most = mostInWindow(responses, 'inference');
  report(name, { 'most accepted in a minute': most, 'that counting alone allows': shares * LIMIT });
  require(most >= LIMIT && most <= shares * LIMIT, `${most} were accepted within a minute`);
  const alone = responses.filter(
    ({ counted, accepted, sentMs, endedMs }) =>
      counted === 'inference' && accepted && sentMs > OUTAGE_FROM_MS && endedMs < OUTAGE_UNTIL_MS,
  );
  report(name, { 'accepted while Redis was away': alone.length, 'at the most, of 3 nodes': 3 * LIMIT });
  require(alone.length <= 3 * LIMIT, 'a node let more through alone than the limit');
}

/** A request is counted at some moment between being sent and being answered; only those surely inside are taken. */
function mostInWindow(responses: readonly TrafficOutcome[], counted: Counted): number {
  const accepted = responses.filter((response) => response.counted === counted && response.accepted);
  const most = accepted.map(
    ({ sentMs: from }) =>
      accepted.filter(({ sentMs, endedMs }) => sentMs >= from && endedMs < from + WINDOW_MS).length,
  );
  return Math.max(...most);
}

/** Of the minute before each refusal: the accepted ones that may have been inside. */
function fewestBeforeRefusal(responses: readonly TrafficOutcome[], counted: Counted): number {
  const mine = responses.filter((response) => response.counted === counted);
  const accepted = mine.filter((response) => response.accepted);
  const fewest = mine
    .filter((response) => !response.accepted)
    .map(
      (refusal) =>
        accepted.filter(
          ({ sentMs, endedMs }) => sentMs <= refusal.endedMs && endedMs >= refusal.sentMs - WINDOW_MS,
        ).length,
    );
  return Math.min(...fewest, Number.POSITIVE_INFINITY);
}
