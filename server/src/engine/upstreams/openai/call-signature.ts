import { SKIP_SIGNATURE } from '../http/skip-signature.ts';

/** Services whose servers of this form sign calls (D-ENG-17). */
const SERVICES = ['google', 'vertex'] as const;

/** Tells a server not to miss the signature of a call (D-ENG-18). */
export const UNKNOWN_SIGNATURE = { google: { thought_signature: SKIP_SIGNATURE } };

/** The signature in `extra_content` of a call, as it has to return. Undefined where it has none. */
export function signatureOf(extra: unknown): object | undefined {
  if (typeof extra !== 'object' || extra === null) return undefined;
  for (const service of SERVICES) {
    const content = (extra as Readonly<Record<string, unknown>>)[service];
    const signature =
      typeof content === 'object' && content !== null && 'thought_signature' in content
        ? content.thought_signature
        : undefined;
    if (typeof signature === 'string' && signature !== '')
      return { [service]: { thought_signature: signature } };
  }
  return undefined;
}
