import type { Operation } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/**
 * Judges the caller once more when the body has arrived. It may come a minute after its head, and by then the session may have
 * ended, the role be taken or the key be revoked. Without a body nothing was waited for. A form is read by its handler, which
 * authorizes again in its transaction.
 */
export function judgeAgain<E extends HttpExchange>(
  { bodyLimit }: Pick<Operation, 'bodyLimit'>,
  judge: Step<E>,
): Step<E> {
  return bodyLimit === undefined ? () => {} : judge;
}
