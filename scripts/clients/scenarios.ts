import type { RecordedRequest } from '../../server/test-kit/index.ts';
import type { Client, Place, Turn } from './client.ts';
import type { Deployment, KeyKind } from './deployment.ts';
import { reply, callTools, cutOnce, STEPS, toolResults } from './model-script.ts';
import type { Outcome } from './run-turn.ts';

/** What there is to judge a turn by. */
export interface Seen extends Outcome {
  /** What the service answered: a status, and the code of an error. */
  readonly outcomes: readonly string[];
  /** Of the service at the model. */
  readonly requests: readonly RecordedRequest[];
}

export interface Scenario {
  readonly name: string;
  readonly turn: Turn;
  readonly key: KeyKind;
  model(client: Client, place: Place): Parameters<Deployment['upstream']['script']>[0];
  /** What is wrong, if anything. */
  fault(seen: Seen, client: Client): string | undefined;
}

const OPEN: Pick<Scenario, 'key' | 'model'> = {
  key: 'good',
  model: () => reply,
};

const isComplete = ({ code, output }: Seen): boolean => code === 0 && output.includes('Oslo');
const unanswered = (seen: Seen): string | undefined => (isComplete(seen) ? undefined : 'gave no answer');

/** It failed, or it printed why. */
const reportsIt = ({ code, output }: Seen, words: RegExp): boolean => code !== null && words.test(output);

export const SCENARIOS: readonly Scenario[] = [
  { ...OPEN, name: 'text', turn: 'text', fault: unanswered },
  { ...OPEN, name: 'stream', turn: 'stream', fault: unanswered },
  { ...OPEN, name: 'json', turn: 'json', fault: unanswered },
  {
    ...OPEN,
    name: 'three tool calls',
    turn: 'tools',
    model: ({ tool }, place) => (tool ? callTools(tool, place) : reply),
    fault: (seen, { tool }) => {
      const results = seen.requests.map(toolResults).toSorted((a, b) => b.length - a.length)[0] ?? [];
      const missing = Array.from({ length: STEPS }, (_, step) => tool?.result(step) ?? '').filter(
        (result, step) => !results[step]?.includes(result),
      );
      return missing.length > 0 ? `the model was not told ${missing.join(', ')}` : unanswered(seen);
    },
  },
  {
    ...OPEN,
    name: 'cut stream',
    turn: 'stream',
    model: cutOnce,
    fault: (seen) =>
      isComplete(seen) || (seen.code !== 0 && reportsIt(seen, /./))
        ? undefined
        : 'took half of a reply for the whole',
  },
  {
    ...OPEN,
    name: 'wrong key',
    turn: 'text',
    key: 'wrong',
    fault: (seen) =>
      !isComplete(seen) && reportsIt(seen, /401|unauthor|authenticat|api key|credential/i)
        ? undefined
        : 'does not say that the key is wrong',
  },
  {
    ...OPEN,
    name: 'rate limit',
    turn: 'text',
    key: 'limited',
    fault: (seen) => {
      if (!seen.outcomes.includes('429 rate_limited')) return 'was not limited';
      return isComplete(seen) || reportsIt(seen, /429|rate.?limit|too many/i)
        ? undefined
        : 'neither waits nor says why it fails';
    },
  },
  {
    ...OPEN,
    name: 'used-up plan',
    turn: 'text',
    key: 'exhausted',
    fault: (seen) =>
      !isComplete(seen) && reportsIt(seen, /quota|402|429|billing|allowance|credits|used up/i)
        ? undefined
        : 'does not say that the plan is used up',
  },
];
