import { ApiError, type LimitValues } from '@svc/contract';
import type { Authenticated, Exchange, Parsed, Reservation, Reserved, Selected, Step } from '#exchange';
import type { DesktopTurns } from '#features/oauth';
import { countPrompt } from './count-prompt.ts';

export interface FreeDesktopDeps {
  readonly limits: () => LimitValues;
  /** Where a user of the Free plan can upgrade. */
  readonly actionUrl: () => string;
  readonly desktopTurns: DesktopTurns;
}

/**
 * Part of step 11 (D-01): limits the length of a conversation for Desktop on the Free plan (D-74). A token is
 * at least one byte.
 */
export function limitDesktopPrompt({
  limits,
  actionUrl,
}: FreeDesktopDeps): Step<Authenticated & Parsed & Selected> {
  return (exchange) => {
    const { credential, admission } = exchange;
    const most = limits().free_desktop_prompt_tokens;
    if (!credential.isFreeDesktop || admission.promptBytes <= most) return;
    return countPrompt(exchange).then((tokens) => {
      if (tokens > most) throw new ApiError('prompt_too_large', { extra: { action_url: actionUrl() } });
    });
  };
}

/**
 * Part of step 14 (D-01): allows one reply at a time in a workspace of the Free plan (D-74). Releases the
 * turn if the client has left.
 */
export function takeDesktopTurn({
  desktopTurns,
}: FreeDesktopDeps): Step<Exchange & Authenticated & Selected & Reserved> {
  return (exchange) => {
    const { credential, admission, requestId } = exchange;
    if (!credential.isFreeDesktop) return;
    const reservation = admission.reservation;
    return desktopTurns.take(credential.workspaceId!, requestId).then(
      (end) => {
        admission.reservation = endingTurn(reservation, end);
        if (exchange.disconnected) admission.reservation.release();
      },
      (refusal: unknown) => {
        reservation.release();
        throw refusal;
      },
    );
  };
}

/**
 * A reservation ends once, however its request ends, and before the last event is sent: the caller may send
 * the next request right after it.
 */
function endingTurn(reservation: Reservation, end: () => void): Reservation {
  return {
    source: reservation.source,
    price: (usage) => reservation.price(usage),
    settle: (offset) => {
      reservation.settle(offset);
      end();
    },
    defer: () => {
      end();
      return reservation.defer();
    },
    release: () => {
      reservation.release();
      end();
    },
  };
}
