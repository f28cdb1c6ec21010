import { counted } from './counted.ts';

/** The page of engines and models, for people who run the deployment. */
export const operatorEngineStrings = {
  lead: (node: string) => `As seen by node ${node}. Each node keeps its own counts.`,
  engines: 'Engines',
  models: 'Models',
  type: 'Type',
  slots: 'Slots in use',
  used: (used: string, all: string) => `${used} of ${all}`,
  background: 'For batches',
  shares: 'Largest users',
  share: (slots: string, share: string) => `${slots} (${share})`,
  faults: 'Failed attempts',
  noFaults: 'None since the start',
  fault: (kind: string, count: string) => `${kind}: ${count}`,
  implausible: (count: number, formatted: string) =>
    `${count === 1 ? 'One reply has a token count' : `${formatted} replies have token counts`} that cannot be right. They were charged by an estimate. Compare the usage the engine reports for a short prompt with its text, and update or replace its server if they differ.`,
  route: (model: string) => `as ${model}`,
  priority: (priority: number, weight: number) => `Priority ${priority}, weight ${weight}`,
  keys: 'Keys',
  keyStates: { ok: 'In use', cooling: 'Resting', out: 'Left out' },
  reasons: {
    throttled: 'the engine limits requests',
    unauthorized: 'the engine refuses the credential or the account',
    errors: 'requests fail',
    timeouts: 'the engine does not answer in time',
    unreachable: 'the engine cannot be reached',
  },
  until: (when: string) => `until ${when}`,
  breakers: { closed: 'In use', open: 'Avoided', half_open: 'Being tried' },
  out: 'Out of service',
  outSince: (when: string, reason: string | null) => `Since ${when}${reason === null ? '' : `: ${reason}`}`,
  takeOut: {
    action: 'Take out',
    title: 'Take the route out of service?',
    text: (engine: string, model: string) =>
      `${engine} gets no new calls for ${model}, on every node and after restarts too. Replies that have begun go on.`,
    last: (model: string) =>
      `No other route of ${model} is in service: its calls will get 503 temporarily_unavailable, and lines of batches will wait.`,
    reason: 'Reason',
    reasonHint: 'Other operators see it.',
    done: 'Route taken out of service.',
  },
  putIn: { action: 'Put in service', done: 'Route is in service again.' },
  left: {
    title: 'Settings of routes that the configuration no longer has',
    lead: 'They apply again if such a route comes back.',
    remove: 'Remove',
    done: 'Setting removed.',
  },
  away: (what: string) => `Not available: ${what}. Calls are refused.`,
  degraded: (what: string) => `Degraded: ${what}. Everything else works.`,
  figures: {
    span: 'Calls of all nodes',
    lead: 'A call counts for the last route that handled it. Calls that fell back count for the fallback route.',
    none: 'No calls in this time',
    requests: (count: string) => counted(count, 'call'),
    errors: (share: string) => `${share} failed`,
    firstOutput: (median: string, p95: string) => `first output ${median}, 95% within ${p95}`,
  },
} as const;
