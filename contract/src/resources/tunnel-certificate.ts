import { limit } from '../limits/limit.ts';
import { CERTIFICATE_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Certificates of the connectors of a tunnel. */
export const TUNNEL_CERTIFICATE = {
  type: 'tunnel_certificate',
  kind: 'Certificate',
  ids: { tunnelCertificate: 'tcert_' },
  errors: {
    certificate_not_found: {
      status: 404,
      when: 'The tunnel has no such certificate.',
      message: 'No certificate with this id belongs to the tunnel. List the certificates to find its id.',
    },
    certificate_limit_reached: {
      status: 409,
      when: 'The tunnel already has the maximum number of active certificates.',
      message: 'The tunnel has reached its maximum number of active certificates. Revoke one and try again.',
    },
  },
  audit: {
    resources: {
      'certificate.issued': 'Certificate issued',
      'certificate.revoked': 'Certificate revoked',
    },
  },
  limits: {
    certificates_per_tunnel: limit(20, 'Maximum valid certificates of a tunnel.'),
    certificate_days: limit(365, 'Maximum validity of a certificate of a tunnel.'),
    certificate_days_default: limit(90, 'Default validity of a certificate of a tunnel.'),
    certificate_request_bytes: limit(8192, 'Maximum size of a certificate request.'),
  },
  pathParameters: {
    certificate_id: { description: 'Id of a certificate of the tunnel.', example: CERTIFICATE_ID },
  },
} as const satisfies Resource;
