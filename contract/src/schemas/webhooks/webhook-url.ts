import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { refusedAs } from '../administration/fields.ts';

// Characters that URL parsers drop or reinterpret.
const UNPRINTABLE = /[^\u0021-\u007e\u00a1-\u{10ffff}]/u;

/** An address that the service may send to, as far as its text tells. */
export function webhookUrl({ webhook_url_characters: longest }: LimitValues) {
  return z
    .string()
    .refine((url) => url.length <= longest && !UNPRINTABLE.test(url), refusedAs('invalid_url'))
    .meta({
      description: 'A public HTTPS address.',
      format: 'uri',
      pattern: '^https://',
      maxLength: longest,
    });
}
