import type { HttpExchange } from '#exchange';
import { isOfThisBrowser, SignOnFailure, type SignOnCode } from '../provider/sign-on-failure.ts';
import { findAnyConnection, type ConnectionRow } from '../store/connections.ts';
import { noteFailure } from './note-failure.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/** Where the browser goes next, and what it keeps. */
export interface Redirect {
  readonly location: string;
  readonly cookies: readonly string[];
}

export function redirectTo(location: string, cookies: readonly string[] = []): Redirect {
  return { location, cookies };
}

/** The page that says in its own words what the short code means (D-SSO-12). */
function toSignIn(code: SignOnCode): string {
  return `/console/sign-in?sso_error=${code}`;
}

/** Runs one step of a sign-in by the connection that the path names. What goes wrong sends the browser back to the sign-in page. */
export async function sendingFailures(
  deps: SignOnDeps,
  exchange: HttpExchange,
  step: (connection: ConnectionRow, url: URL) => Promise<Redirect>,
): Promise<Redirect> {
  const connection = await findAnyConnection(deps.db, exchange.params['sso_connection_id'] ?? '');
  if (!connection) return redirectTo(toSignIn('sso_disabled'));
  try {
    return await step(connection, new URL(exchange.request.url ?? '', deps.baseUrl));
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    // Failures of a connection that is not in use are not logged.
    if (error.code !== 'sso_disabled') await noteFailure(deps, exchange, connection, error.reason);
    // A posted response is not known to be this browser's.
    const isOver = exchange.request.method === 'GET' && isOfThisBrowser(error);
    return redirectTo(toSignIn(error.code), isOver ? [deps.signInCookies.clear('single_sign_on')] : []);
  }
}
