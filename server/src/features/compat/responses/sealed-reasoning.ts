const VERSION = 'svc1';

/** Reasoning as the caller keeps it for us, so that nothing is stored here (COMPR-09): its text, and what vouches for it. */
export function sealReasoning(text: string, signature: string): string {
  return `${VERSION}.${Buffer.from(text).toString('base64url')}.${signature}`;
}

/** Undefined where it is none of ours. Whether the signature is genuine is asked later. */
export function openReasoning(sealed: unknown): { text: string; signature: string } | undefined {
  if (typeof sealed !== 'string' || !sealed.startsWith(`${VERSION}.`)) return undefined;
  const end = sealed.indexOf('.', VERSION.length + 1);
  if (end < 0) return undefined;
  const text = Buffer.from(sealed.slice(VERSION.length + 1, end), 'base64url').toString();
  return { text, signature: sealed.slice(end + 1) };
}
