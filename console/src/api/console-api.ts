import type { ConsoleClientCalls } from '@svc/contract';
import { createClient, fillPath, type Client } from './client.ts';
import { CONSOLE_PATHS } from './generated/console-paths.ts';

const ROOT = '/console/api';

/** Belongs to the sign-in session and is kept nowhere else: a page that is loaded again asks for it. */
let csrfToken = '';

export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

export function currentCsrfToken(): string {
  return csrfToken;
}

/**
 * One operation as the signed-in person. It is sent once: where a call failed for a passing reason, the query client sends it again for all
 * that is loaded.
 */
export const call: Client<ConsoleClientCalls> = createClient<ConsoleClientCalls>({
  root: ROOT,
  paths: CONSOLE_PATHS,
  csrfToken: currentCsrfToken,
});

/** The address of an operation that the browser itself asks for. */
export function addressOf<Id extends keyof ConsoleClientCalls>(
  id: Id,
  path: ConsoleClientCalls[Id]['path'],
): string {
  return ROOT + fillPath(CONSOLE_PATHS[id], path);
}
