import type { LoadShape } from './load/job.ts';

/** Messages are another form of the same call; the mock takes either, so that who passes bytes through is measured with both. */
export type Path =
  | '/v1/chat/completions'
  | typeof MESSAGES
  | typeof COMPAT_CHAT
  | typeof COMPAT_MESSAGES
  | typeof COMPAT_RESPONSES;

const MESSAGES = '/v1/messages';
/** The service alone has them. */
const COMPAT_CHAT = '/compat/openai/v1/chat/completions';
const COMPAT_MESSAGES = '/compat/anthropic/v1/messages';
const COMPAT_RESPONSES = '/compat/openai/v1/responses';

/** One measurement: what is asked, and how. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly path: Path;
  readonly model: string;
  readonly stream: boolean;
  readonly promptBytes: number;
  readonly shape: LoadShape;
  /** Responses only: the output is kept for later requests. */
  readonly store?: boolean;
}

const SHORT_PROMPT_BYTES = 1000;
const LONG_PROMPT_BYTES = 200_000;
const MEBIBYTE = 1024 * 1024;

/** The longest an overloaded contender may take to bring all streams to their ends. */
const STREAM_DEADLINE_MS = 90_000;
const UPLOAD_DEADLINE_MS = 600_000;
const BATCH_DEADLINE_MS = 600_000;

/** Responses whose output is kept, which takes a write for each. */
const KEPT = 'compat-responses-kept';

/** The same calls in other forms, compared by the processor time of the service. */
const PROTOCOLS: readonly Pick<Scenario, 'name' | 'path'>[] = [
  { name: 'messages', path: MESSAGES },
  { name: 'compat', path: COMPAT_CHAT },
  { name: 'compat-messages', path: COMPAT_MESSAGES },
  { name: 'compat-responses', path: COMPAT_RESPONSES },
  { name: KEPT, path: COMPAT_RESPONSES },
];

/** All scenarios, with times cut to a third for a quick look. */
export function allScenarios(quick: boolean): readonly Scenario[] {
  const times = quick ? { warmupMs: 500, durationMs: 2500 } : { warmupMs: 1000, durationMs: 8000 };
  const seconds = quick ? 4 : 10;
  return [
    whole('json-c64', 'whole answers, 64 at a time', SHORT_PROMPT_BYTES, {
      kind: 'closed-loop',
      connections: 64,
      ...times,
    }),
    ...[500, 1000].map((ratePerSecond) =>
      whole(`json-r${ratePerSecond}`, `whole answers, ${ratePerSecond} a second`, SHORT_PROMPT_BYTES, {
        kind: 'constant-rate',
        connections: 128,
        ratePerSecond,
        ...times,
      }),
    ),
    whole('prompt-200k', 'whole answers to prompts of 200 KB, 8 at a time', LONG_PROMPT_BYTES, {
      kind: 'closed-loop',
      connections: 8,
      ...times,
    }),
    streams('streams-1000', 1000, 20, seconds),
    streams('streams-1000-slow', 1000, 100, seconds),
    streams('streams-500-slow', 500, 100, seconds),
    streams('streams-5000', 5000, 200, seconds * 2),
    { ...streams('messages-stream', 1000, 10, seconds), path: MESSAGES },
    ...PROTOCOLS.flatMap(({ name, path }): Scenario[] => [
      {
        ...whole(`${name}-json-c64`, 'whole answers, 64 at a time', SHORT_PROMPT_BYTES, {
          kind: 'closed-loop',
          connections: 64,
          ...times,
        }),
        path,
        ...(name === KEPT ? { store: true } : {}),
      },
      ...(name === KEPT ? [] : [{ ...streams(`${name}-streams-1000-slow`, 1000, 100, seconds), path }]),
    ]),
    uploads(20, quick ? 50 * MEBIBYTE : 500 * MEBIBYTE, seconds),
    batch(quick ? 5000 : 50_000, seconds),
  ];
}

/**
 * Left out unless asked for by name: half loads are for comparing one process with two under the whole, 5,000 streams need some 10,000
 * file descriptors per process, not every contender knows messages, few take files, and none but the service runs batches.
 */
export const OPTIONAL_SCENARIOS: ReadonlySet<string> = new Set([
  'json-r500',
  'streams-500-slow',
  'streams-5000',
  'messages-stream',
  ...PROTOCOLS.flatMap(({ name }) => [`${name}-json-c64`, `${name}-streams-1000-slow`]),
  'uploads-20',
  'batch',
]);

/** Whole answers and streams for the warm-up, the same for every contender. */
export const WARM_UPS: readonly [Scenario, ...Scenario[]] = [
  whole('warm-up', 'whole answers', SHORT_PROMPT_BYTES, {
    kind: 'closed-loop',
    connections: 32,
    warmupMs: 0,
    durationMs: 2000,
  }),
  { ...streams('warm-up-streams', 32, 5, 1), about: 'streams' },
];

/** The request of a scenario, as JSON. */
export function requestBody(scenario: Scenario): string {
  const sentence =
    'Explain in plain words how an edge server decides what to keep, and what it does when an object is not there. ';
  const content = sentence
    .repeat(Math.ceil(scenario.promptBytes / sentence.length))
    .slice(0, scenario.promptBytes);
  return JSON.stringify({
    model: scenario.model,
    ...conversation(scenario, content),
    temperature: 0.7,
    // Said either way: not every contender answers whole when it is left out.
    stream: scenario.stream,
  });
}

function conversation({ path, store = false }: Scenario, content: string): object {
  const system = 'You are a helpful assistant.';
  const user = { role: 'user', content };
  const most = 1024;
  if (path === COMPAT_RESPONSES)
    return { instructions: system, input: [user], max_output_tokens: most, store };
  return path === MESSAGES || path === COMPAT_MESSAGES
    ? { system, messages: [user], max_tokens: most }
    : { messages: [{ role: 'system', content: system }, user], max_tokens: most };
}

/** Whether streams of the scenario end with their whole text once more. */
export function repeatsText({ path }: Scenario): boolean {
  return path === COMPAT_RESPONSES;
}

function whole(name: string, about: string, promptBytes: number, shape: LoadShape): Scenario {
  return { name, about, path: '/v1/chat/completions', model: 'mock-1', stream: false, promptBytes, shape };
}

function uploads(count: number, fileBytes: number, seconds: number): Scenario {
  const about = `whole answers, 200 a second, alone and beside ${count} uploads of ${fileBytes / MEBIBYTE} MB`;
  return whole(`uploads-${count}`, about, SHORT_PROMPT_BYTES, {
    kind: 'uploads',
    uploads: count,
    fileBytes,
    connections: 64,
    ratePerSecond: 200,
    warmupMs: 2000,
    aloneMs: seconds * 2000,
    deadlineMs: UPLOAD_DEADLINE_MS,
  });
}

function batch(lines: number, seconds: number): Scenario {
  const about = `a batch of ${lines} lines, 20 ms an answer, against live requests, and beside a third of them`;
  const shape = {
    kind: 'batch',
    lines,
    connections: 64,
    warmupMs: 2000,
    aloneMs: seconds * 2000,
    deadlineMs: BATCH_DEADLINE_MS,
  } as const;
  return { ...whole('batch', about, SHORT_PROMPT_BYTES, shape), model: 'mock-d20' };
}

function streams(name: string, connections: number, delayMs: number, seconds: number): Scenario {
  const events = (seconds * 1000) / delayMs;
  return {
    name,
    about: `${connections} streams of ${events} events, ${delayMs} ms apart`,
    path: '/v1/chat/completions',
    model: `mock-n${events}-d${delayMs}`,
    stream: true,
    promptBytes: SHORT_PROMPT_BYTES,
    shape: {
      kind: 'streams',
      connections,
      rampMs: connections * 2,
      events,
      intervalMs: delayMs,
      deadlineMs: STREAM_DEADLINE_MS,
    },
  };
}
