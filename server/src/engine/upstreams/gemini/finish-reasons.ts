import { EngineFault, type StopReason } from '../../events.ts';

/** How the protocol says that a reply is over. All others are failures (D-ENG-14). */
const FINISH_REASONS: ReadonlyMap<unknown, StopReason> = new Map<string, StopReason>([
  ['STOP', 'end_turn'],
  ['MAX_TOKENS', 'max_tokens'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['IMAGE_OTHER', 'content_filter'],
]);

/** Whether a reply says how it ends: the protocol's default value says that it does not. */
export function isFinishReason(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value !== 'FINISH_REASON_UNSPECIFIED';
}

/** Throws `EngineFault` for a failure and for an unknown ending. */
export function toStopReason(value: unknown): StopReason {
  const reason = FINISH_REASONS.get(value);
  if (!reason) throw new EngineFault('broken');
  return reason;
}

/** Of two endings of one reply the later one, unless the earlier is a failure. */
export function worseFinish(known: unknown, said: unknown): unknown {
  return known !== undefined && !FINISH_REASONS.has(known) ? known : said;
}
