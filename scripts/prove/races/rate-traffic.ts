import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY, oneModel, oneOrganization, openaiEngine } from '../../../server/test-kit/index.ts';

/** Requests a minute of one key. */
export const LIMIT = 600;
export const MODELS_LIMIT = 300;
const PER_NODE = 4000;
const OTHER_KEYS = ['5', '6', '7', '8'].map((digit) => `sk_live_${digit.repeat(64)}`);
const UNKNOWN_KEY = `sk_live_${'e'.repeat(64)}`;

/** The two counts of a key. */
export type Counted = 'inference' | 'models';

interface Kind {
  readonly name: string;
  /** In so many of twelve. */
  readonly parts: number;
  /** Which count of the main key it belongs to; undefined: none of them. */
  readonly counted?: Counted;
  readonly allowed: readonly number[];
  readonly key: (number: number) => string;
  /** Undefined asks for the model list. */
  readonly body?: string;
}

const chat = (stream: boolean): string =>
  JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], stream });
const main = (): string => MAIN_KEY;

const KINDS: readonly Kind[] = [
  { name: 'whole', parts: 3, counted: 'inference', allowed: [200, 429], key: main, body: chat(false) },
  { name: 'streamed', parts: 3, counted: 'inference', allowed: [200, 429], key: main, body: chat(true) },
  // Refused by a later step, and counted all the same.
  {
    name: 'bad JSON',
    parts: 2,
    counted: 'inference',
    allowed: [400, 429],
    key: main,
    body: '{"messages": [',
  },
  { name: 'model list', parts: 2, counted: 'models', allowed: [200, 429], key: main },
  { name: 'wrong key', parts: 1, allowed: [401], key: () => UNKNOWN_KEY, body: chat(false) },
  {
    name: 'other keys',
    parts: 1,
    allowed: [200],
    key: (number) => OTHER_KEYS[number % OTHER_KEYS.length]!,
    body: chat(false),
  },
];
const SEQUENCE = KINDS.flatMap((kind) => Array.from({ length: kind.parts }, () => kind));

/** A key limited to 600 requests a minute, and others beside it. */
export function rateFixture(upstreamUrl: string): {
  readonly deployment: unknown;
  readonly provisioning: unknown;
} {
  const keys = [MAIN_KEY, ...OTHER_KEYS].map((secret, i) => ({
    name: `key ${i}`,
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret,
  }));
  return {
    // The engine is not what is judged here: it may take its time on a busy machine.
    deployment: oneModel(
      openaiEngine(upstreamUrl, { timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 } }),
      {
        limits: { chat_requests_per_minute: LIMIT, models_requests_per_minute: MODELS_LIMIT },
      },
    ),
    provisioning: oneOrganization({ keys }),
  };
}

export interface TrafficOutcome {
  readonly kind: string;
  readonly counted: Counted | undefined;
  readonly allowed: readonly number[];
  readonly status: number;
  readonly code: string | undefined;
  /** Counted against the main key. */
  readonly accepted: boolean;
  /** Since the traffic began. */
  readonly sentMs: number;
  readonly endedMs: number;
}

/** Sends 4,000 requests to each node, evenly over the time, whatever becomes of those before. */
export async function mixedTraffic(urls: readonly string[], lastsMs: number): Promise<TrafficOutcome[]> {
  const beganAt = performance.now();
  const sinceBegin = (): number => performance.now() - beganAt;
  const outcomes = urls.map(async (url, node) => {
    const mine: Promise<TrafficOutcome>[] = [];
    for (let number = 0; number < PER_NODE; number++) {
      const dueMs = (number * lastsMs) / PER_NODE;
      await delay(Math.max(0, dueMs - sinceBegin()));
      mine.push(ask(url, SEQUENCE[(number * 5 + node) % SEQUENCE.length]!, number, sinceBegin));
    }
    return Promise.all(mine);
  });
  return (await Promise.all(outcomes)).flat();
}

async function ask(
  url: string,
  kind: Kind,
  number: number,
  sinceBegin: () => number,
): Promise<TrafficOutcome> {
  const sentMs = sinceBegin();
  const authorization = `Bearer ${kind.key(number)}`;
  const response =
    kind.body === undefined
      ? await fetch(`${url}/v1/models`, { headers: { authorization } })
      : await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: kind.body,
        });
  const text = await response.text();
  const { status } = response;
  return {
    kind: kind.name,
    counted: kind.counted,
    allowed: kind.allowed,
    status,
    code: /"code":\s*"(\w+)"/.exec(text)?.[1],
    accepted: kind.counted !== undefined && status !== 429,
    sentMs,
    endedMs: sinceBegin(),
  };
}
