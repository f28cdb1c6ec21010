import type { EngineFault } from '../../../events.ts';
import type { Credential } from './credential.ts';

/**
 * Whether a refused request is worth one repeat: its token or keys had ended, and the next ones are others (D-ENG-4). `lines`: what it was
 * sent with. The caller sees to it that no request is repeated twice: a server may refuse one operation whatever the token is, while it
 * takes others, so that every token looks good.
 */
export function renewsCredential(
  credential: Credential | undefined,
  lines: string,
  { status, refusal }: EngineFault,
): boolean {
  // Without lines a token server refused, and nothing was sent.
  const isOfCredential = lines !== '' && (status === 401 || refusal?.reason === 'expired');
  return isOfCredential && (credential?.refused(lines) ?? false);
}
