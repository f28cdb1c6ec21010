import type { LoadShape } from './load/job.ts';

/** Messages are another form of the same call; the mock takes either, so that who passes bytes through is measured with both. */
export type Path = '/v1/chat/completions' | '/v1/messages';

/** One measurement: what is asked, and how. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly path: Path;
  readonly model: string;
  readonly stream: boolean;
  readonly promptBytes: number;
  readonly shape: LoadShape;
}

const SHORT_PROMPT_BYTES = 1000;
const LONG_PROMPT_BYTES = 200_000;

/** The longest an overloaded contender may take to bring all streams to their ends. */
const STREAM_DEADLINE_MS = 90_000;

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
    { ...streams('messages-stream', 1000, 10, seconds), path: '/v1/messages' },
  ];
}

/**
 * Left out unless asked for by name: half loads are for comparing one process with two under the whole, 5,000 streams need some 10,000
 * file descriptors per process, and not every contender knows messages.
 */
export const OPTIONAL_SCENARIOS: ReadonlySet<string> = new Set([
  'json-r500',
  'streams-500-slow',
  'streams-5000',
  'messages-stream',
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
  const system = 'You are a helpful assistant.';
  const user = { role: 'user', content };
  return JSON.stringify({
    model: scenario.model,
    ...(scenario.path === '/v1/messages'
      ? { system, messages: [user] }
      : { messages: [{ role: 'system', content: system }, user] }),
    temperature: 0.7,
    max_tokens: 1024,
    // Said either way: not every contender answers whole when it is left out.
    stream: scenario.stream,
  });
}

function whole(name: string, about: string, promptBytes: number, shape: LoadShape): Scenario {
  return { name, about, path: '/v1/chat/completions', model: 'mock-1', stream: false, promptBytes, shape };
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
    shape: { kind: 'streams', connections, rampMs: connections * 2, events, deadlineMs: STREAM_DEADLINE_MS },
  };
}
