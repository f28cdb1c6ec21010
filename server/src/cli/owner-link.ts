import type { Secret } from '#kit';

/** Where an owner sets name, e-mail and password. What follows the `#` stays in the browser: it reaches no server and no log. */
export function ownerLink(baseUrl: string, token: Secret): string {
  return `${baseUrl}/console/set-up#${token.reveal()}`;
}
