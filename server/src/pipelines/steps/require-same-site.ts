import { ApiError, HEADERS } from '@svc/contract';
import type { HttpExchange, SignedInExchange, Step } from '#exchange';
import type { PersonSessions } from '#features/console-auth';

export interface SameSiteDeps {
  readonly sessions: PersonSessions;
  /** Scheme, host and port of the public address. */
  readonly consoleOrigin: string;
}

/**
 * Requires that a changing request comes from a page of the Console: every browser sends the page's origin
 * with it.
 */
export function requireConsoleOrigin({
  consoleOrigin,
}: Pick<SameSiteDeps, 'consoleOrigin'>): Step<HttpExchange> {
  return ({ operation, request }) => {
    if (operation.method === 'GET' || request.headers.origin === consoleOrigin) return;
    throw new ApiError('csrf_rejected', {
      message: `The change did not come from this Console. Open it at ${consoleOrigin}/console.`,
    });
  };
}

/**
 * Requires a token that only a page able to read the session's responses knows. Runs after
 * `authenticatePerson`.
 */
export function requireCsrfToken({ sessions }: Pick<SameSiteDeps, 'sessions'>): Step<SignedInExchange> {
  return ({ operation, request, person }) => {
    if (operation.method === 'GET') return;
    const given = request.headers[HEADERS.csrf];
    if (typeof given !== 'string' || !sessions.isCsrfToken(person, given))
      throw new ApiError('csrf_rejected');
  };
}
