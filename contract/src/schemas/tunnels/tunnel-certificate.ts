import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, prose, timestamp } from '../administration/fields.ts';

/** What a connector of an `mtls` tunnel proves itself with (D-TUN-4). */
export const TunnelCertificate = z
  .object({
    id: z.string().describe('Begins with `tcert_`.'),
    type: z.literal('tunnel_certificate'),
    tunnel_id: z.string(),
    name: z.string().nullable(),
    status: z.enum(['active', 'revoked', 'expired']),
    serial_number: z.string().describe('Hexadecimal.'),
    fingerprint_sha256: z.string().describe('Of the certificate, hexadecimal.'),
    not_before: timestamp,
    not_after: timestamp,
    created_at: timestamp,
    revoked_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('When a connector last connected with it.'),
    certificate_pem: z.string(),
    ca_certificate_pem: z.string().describe('Of the authority that signed it and the server of connectors.'),
    private_key_pem: z
      .string()
      .nullable()
      .describe('In the answer to an issue without `csr_pem` only. It is not stored.'),
  })
  .meta({ id: 'TunnelCertificate' });
export type TunnelCertificate = z.infer<typeof TunnelCertificate>;

export function certificateIssue(limits: LimitValues) {
  return z.strictObject({
    csr_pem: prose(limits.certificate_request_bytes)
      .min(1)
      .refine(
        (text) => new TextEncoder().encode(text).length <= limits.certificate_request_bytes,
        `must have at most ${limits.certificate_request_bytes} bytes`,
      )
      .nullish()
      .describe(
        'A certificate request (PKCS #10) with an RSA key of 2048 bits or more, P-256 or P-384. Left out, a key is made.',
      ),
    name: line(1, limits.tunnel_name_characters).nullish(),
    validity_days: z
      .int()
      .min(1)
      .max(limits.certificate_days)
      .default(Math.min(limits.certificate_days_default, limits.certificate_days)),
  });
}
export type CertificateIssue = z.output<ReturnType<typeof certificateIssue>>;
