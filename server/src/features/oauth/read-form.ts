import type { z } from 'zod';
import { DEVICE_GRANT, OAuthError } from '@svc/contract';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes of a form, by a schema of the contract. Parameters without a value count as left out (RFC 6749 §3.2). */
export function readForm<S extends z.ZodType>(bytes: Uint8Array | undefined, schema: S): z.output<S> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(textOf(bytes))) {
    if (fields.has(name))
      throw new OAuthError('invalid_request', `The parameter ${nameOf(name)} is sent twice. Send it once.`);
    fields.set(name, value);
  }
  const form = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  const name = String(read.error.issues[0]?.path[0] ?? 'grant_type');
  if (name === 'grant_type' && form['grant_type'] !== undefined)
    throw new OAuthError('unsupported_grant_type');
  const advice = name === 'grant_type' ? `${DEVICE_GRANT} or refresh_token` : 'it';
  throw new OAuthError(
    'invalid_request',
    `The parameter ${name} is missing or too long. Send ${advice} in the form.`,
  );
}

function textOf(bytes: Uint8Array | undefined): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new OAuthError('invalid_request', 'The form is not UTF-8.');
  }
}

/** Repeated to the sender only if it is a plain name: descriptions are ASCII (RFC 6749 §5.2). */
function nameOf(name: string): string {
  return /^\w{1,64}$/.test(name) ? name : 'with an unusual name';
}
