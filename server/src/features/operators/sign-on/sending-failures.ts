import type { OperatorSsoConfig } from '#config';
import type { HttpExchange } from '#exchange';
import {
  isOfThisBrowser,
  mayNoteFailure,
  redirectTo,
  SignOnFailure,
  type Redirect,
} from '#features/single-sign-on';
import { placeOf, recordOperatorEvent } from '../operator-events.ts';
import { OperatorRefused } from './operator-refused.ts';
import type { OperatorSignOnDeps } from './operator-sign-on-deps.ts';

const SIGN_IN_PAGE = '/console/operator/sign-in';

/** Runs one step of a sign-in through the provider. What goes wrong sends the browser back to the sign-in page with a short code. */
export async function sendingFailures(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
  step: (sso: OperatorSsoConfig) => Promise<Redirect>,
): Promise<Redirect> {
  const { sso } = deps.deployment().operators;
  if (!sso) return redirectTo(`${SIGN_IN_PAGE}?sso_error=sso_disabled`);
  try {
    return await step(sso);
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    await noteFailure(deps, exchange, error);
    const isOver = isOfThisBrowser(error) ? [deps.signInCookies.clear('single_sign_on')] : [];
    return redirectTo(`${SIGN_IN_PAGE}?sso_error=${error.code}`, isOver);
  }
}

/** The page that asks for a code. */
export const CODE_PAGE = `${SIGN_IN_PAGE}?step=code`;

async function noteFailure(
  deps: OperatorSignOnDeps,
  exchange: HttpExchange,
  failure: SignOnFailure,
): Promise<void> {
  if (!(await mayNoteFailure(deps, exchange, 'operators'))) return;
  const name = failure instanceof OperatorRefused ? failure.email : null;
  await recordOperatorEvent(
    deps.db,
    {
      event: 'session.failed',
      actor: { type: 'operator', id: null, name, role: null },
      details: { reason: failure.reason },
      ...placeOf(exchange),
    },
    deps.clock.nowMs(),
  );
}
