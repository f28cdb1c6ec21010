import { createHash } from 'node:crypto';
import { X509Certificate } from '@peculiar/x509';
import { ApiError } from '@svc/contract';
import type { StoredSaml } from '#store';

/** Certificates that a provider signs with, from their PEM texts. Throws 400 `invalid_parameter`. */
export function readCertificates(texts: readonly string[]): StoredSaml['certificates'] {
  return texts.map((pem, index) => {
    const certificate = parse(pem);
    if (!certificate)
      throw new ApiError('invalid_parameter', {
        param: `saml.certificates[${index}]`,
        message: `saml.certificates[${index}] must be one certificate in PEM.`,
      });
    return {
      pem: certificate.toString('pem'),
      fingerprint: createHash('sha256').update(Buffer.from(certificate.rawData)).digest('hex'),
      not_after_ms: certificate.notAfter.getTime(),
    };
  });
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
