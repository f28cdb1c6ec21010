import { isIP } from 'node:net';
import { isAddressOrRange, Secret } from '#kit';
import { z } from 'zod';
import { toDecimal } from './decimal.ts';

/** Building blocks of both files' schemas. Each transforms into the form the service uses. */

export const secretText = () =>
  z
    .string()
    .min(1)
    .transform((value) => new Secret(value));

/** Money: a number or text, kept exactly as decimal text. */
export const decimal = (limit = 1_000_000) => {
  const message = `must be a number from 0 to ${limit} with at most 9 decimals, as number or text`;
  return z
    .union(
      [
        z.number().meta({ minimum: 0, maximum: limit }),
        z.string().meta({ pattern: '^\\d{1,9}(\\.\\d{1,9})?$' }),
      ],
      {
        error: (issue) => (issue.input === undefined ? 'required' : message),
      },
    )
    .transform((value, context) => {
      const text = toDecimal(value);
      if (text !== undefined && Number(text) <= limit) return text;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
};

/** RFC 3339 with an offset; becomes milliseconds since 1970. */
export const timestamp = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-01T00:00:00Z' })
    .transform((text) => Date.parse(text));

export const range = () =>
  z.string().refine(isAddressOrRange, 'must be an IP address or a range such as 10.0.0.0/8');

export const nameServer = () =>
  z
    .string()
    .refine(isNameServer, 'must be an IP address, with or without a port, such as 10.0.0.53 or [::1]:5353');

function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, host = '', port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  const family = text.startsWith('[') ? 6 : 4;
  return isIP(host) === family && Number(port) >= 1 && Number(port) <= 65_535;
}

export const httpUrl = () =>
  z
    .string()
    .refine(isPlainHttpUrl, 'must be an http or https address without user, password, query or fragment');

function isPlainHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//.test(text)) return false;
  return (
    url.username === '' && url.password === '' && url.search === '' && url.hash === '' && !/[?#\s]/.test(text)
  );
}

export const email = () =>
  z
    .string()
    .max(254)
    .regex(/^[^\s@,<>"]+@[^\s@,<>"]+$/, 'must be an email address')
    .transform((text) => text.toLowerCase());

/** A link a person opens: query and fragment are fine. */
export const link = () =>
  z
    .string()
    .refine(
      (text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
      'must be an absolute http or https link',
    );

export const port = () => z.int().min(1).max(65_535);

/** Headers the service sets itself, or that belong to one connection (RFC 9110 §7.6.1). */
const RESERVED_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect)$/i;

const header = z
  .string()
  .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII')
  .pipe(secretText());

export const requestHeaders = () =>
  z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'not a header name')
        .refine((name) => !RESERVED_HEADERS.test(name), 'the service sets this header itself'),
      header,
    )
    .default({})
    // One that is set is not sent a second time in other letters.
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    )
    .describe('Extra request headers, by name.');
