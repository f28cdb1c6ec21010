import { modelNumber, type ReasoningSignatures } from '#features/conversation';

const VERSION = 'svc1';

/** A text as the caller keeps it for us, so that nothing is stored here (COMPR-09, COMPR-19), and what vouches for it. */
export interface SignedText {
  readonly text: string;
  readonly signature: string;
}

export function encodeSignedText({ text, signature }: SignedText): string {
  return `${VERSION}.${Buffer.from(text).toString('base64url')}.${signature}`;
}

/** Undefined where it is none of ours. Whether the signature is genuine is asked later. */
export function decodeSignedText(sealed: unknown): SignedText | undefined {
  if (typeof sealed !== 'string' || !sealed.startsWith(`${VERSION}.`)) return undefined;
  const end = sealed.indexOf('.', VERSION.length + 1);
  if (end < 0) return undefined;
  const text = Buffer.from(sealed.slice(VERSION.length + 1, end), 'base64url').toString();
  return { text, signature: sealed.slice(end + 1) };
}

/** Stands where signatures of reasoning have their model, which no model is called: neither passes for the other. */
const SUMMARY = '\0summary';

/** A summary is believed whatever model goes on from it, and only of the organization whose conversation it was. */
export function signSummary(signatures: ReasoningSignatures, organizationId: string, text: string): string {
  return encodeSignedText({ text, signature: signatures.newReply(organizationId, SUMMARY).sign(text, 0) });
}

export function isGenuineSummary(
  signatures: ReasoningSignatures,
  organizationId: string,
  { text, signature }: SignedText,
): boolean {
  return signatures.verify(organizationId, text, signature)?.model === modelNumber(SUMMARY);
}
