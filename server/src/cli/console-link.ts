import type { Secret } from '#kit';

/** A page of the Console that a one-time link opens. What follows the `#` stays in the browser: it reaches no server and no log. */
export function consoleLink(baseUrl: string, page: string, token: Secret): string {
  return `${baseUrl}${page}#${token.reveal()}`;
}
