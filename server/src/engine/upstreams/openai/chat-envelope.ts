import { isFields } from '../http/error-object.ts';
import { PLACES, ReplyParts, type Place } from './reply-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands around a reply and says nothing of it. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'created',
  'id',
  'model',
  'obfuscation',
  'object',
  'provider',
  'request_id',
  'service_tier',
  'system_fingerprint',
]);

/** Events in place of comments, with which a server shows that it lives. */
const SIGNS_OF_LIFE: ReadonlySet<unknown> = new Set(['ping', 'heartbeat', 'keepalive', 'keep-alive']);

/** An object that means nothing and may be passed over. */
export function isIdle(reply: Fields): boolean {
  if (SIGNS_OF_LIFE.has(reply['type']) || SIGNS_OF_LIFE.has(reply['object'])) return true;
  return Object.keys(reply).every((key) => ENVELOPE.has(key));
}

/** One choice is requested; any others, which no engine should send, are not passed on. */
function choiceOf(choices: unknown): Fields | undefined {
  const all: readonly unknown[] = Array.isArray(choices) ? choices : [choices];
  return all.find((choice): choice is Fields => isFields(choice) && Number(choice['index'] ?? 0) === 0);
}

/** A chunk or a complete response. */
export interface Envelope {
  readonly parts: ReplyParts;
  /** The text of a delta alone, as most chunks have it. */
  readonly deltaText: unknown;
  /** All stands in a message, complete. */
  readonly isMessage: boolean;
}

export function readEnvelope(reply: Fields): Envelope {
  const choice = choiceOf(reply['choices']);
  const delta = choice?.['delta'] ?? reply['delta'];
  const message = choice?.['message'] ?? reply['message'];
  const parts = new ReplyParts();
  const read = (place: Place, value: unknown): void => {
    if (isFields(value)) parts.read(place, value);
  };
  read('delta', delta);
  read('message', message);
  read('choice', choice);
  read('top', reply);
  const isMessage = isFields(message) && !isFields(delta);
  return { parts, isMessage, deltaText: isFields(delta) ? delta['content'] : undefined };
}

/** Whether calls were found in a message, where each is complete. */
export function areInMessage(parts: ReplyParts): boolean {
  return parts.placeOf('calls') === PLACES.indexOf('message');
}
