import type { LinkSeal } from './link-seal.ts';

/** The token of a link as it was sent when the link was opened. */
export interface LinkToken {
  readonly token: string;
  /** It came from a mail that was sent: who has it reads the mail of that address. */
  readonly isMailed: boolean;
}

const SEPARATOR = '.';

/**
 * The token as it is mailed. Owners see the links of mail that was not delivered, and could open an account of an address that is
 * not theirs: what is added here is in no outbox, so it proves that the mail arrived.
 */
export function mailedToken(seal: LinkSeal, token: string): string {
  return `${token}${SEPARATOR}${seal.sign(token)}`;
}

export function readLinkToken(seal: LinkSeal, given: string): LinkToken {
  const [token = '', ...proof] = given.split(SEPARATOR);
  return { token, isMailed: seal.isSignature(proof.join(SEPARATOR), token) };
}
