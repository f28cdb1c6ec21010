import { EngineFault, type StopReason } from '../../events.ts';

/**
 * How servers say that a reply is over, in lower case: the values of both protocols, which proxies mix up, and
 * those that single servers have added.
 */
const ENDINGS: ReadonlyMap<string, StopReason> = new Map<string, StopReason>([
  ['stop', 'end_turn'],
  ['end_turn', 'end_turn'],
  ['eos', 'end_turn'],
  ['eos_token', 'end_turn'],
  ['stop_token', 'end_turn'],
  ['stop_sequence', 'end_turn'],
  ['complete', 'end_turn'],
  ['completed', 'end_turn'],
  ['finished', 'end_turn'],
  ['length', 'max_tokens'],
  ['max_tokens', 'max_tokens'],
  ['max_length', 'max_tokens'],
  ['max_new_tokens', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['token_limit_reached', 'max_tokens'],
  ['model_length', 'context_window'],
  ['model_context_window_exceeded', 'context_window'],
  ['tool_calls', 'tool_call'],
  ['tool_call', 'tool_call'],
  ['tool_use', 'tool_call'],
  ['function_call', 'tool_call'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['content_filter', 'content_filter'],
  ['content_filtered', 'content_filter'],
  ['guardrail_intervened', 'content_filter'],
  ['safety', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['recitation', 'content_filter'],
]);

/** Endings that say that the server gave up, and the status it would have had as a response of its own. */
const FAILURES: ReadonlyMap<string, number> = new Map([
  ['insufficient_system_resource', 503],
  ['network_error', 502],
  ['error', 500],
]);

/** Their type as one server wraps it: `{ "type": "stop" }`. */
function endingName(value: unknown): string {
  const name = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : value;
  return typeof name === 'string' ? name.trim().toLowerCase() : '';
}

/** Whether a reply's ending was given at all: servers send null, an empty text or the word null until then. */
export function isEnding(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return endingName(value) !== 'null';
}

/** The reason that an ending stands for. Throws `EngineFault` for a failure and for an unknown ending. */
export function readEnding(value: unknown): StopReason {
  const name = endingName(value);
  const reason = ENDINGS.get(name);
  if (reason) return reason;
  const status = FAILURES.get(name);
  throw status === undefined ? new EngineFault('broken') : new EngineFault('status', { status });
}

function isGood(value: unknown): boolean {
  return ENDINGS.has(endingName(value));
}

/** Of two endings of one reply: the first, unless the other is a failure. */
export function worseEnding(known: unknown, said: unknown): unknown {
  if (known === undefined || said === undefined) return known ?? said;
  return isGood(said) ? known : said;
}
