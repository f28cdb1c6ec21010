import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { EngineFault } from '../../events.ts';
import { readTokenFile } from '../http/credentials/read-token-file.ts';
import type { Entra } from './entra-tokens.ts';

/** How long an assertion may be used. Clocks may differ by as much in the other direction. */
const ASSERTION_SECONDS = 600;
const CLOCK_SKEW_SECONDS = 300;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * By what an application proves what it is: form fields of its token request. Files are read each time, because both certificates and the
 * tokens of workload identities are replaced while the service runs. Rejects with an `EngineFault`: a file that is gone is the operator's.
 */
export async function proofOf(
  { client_secret: secret, certificate_file: certificate, token_file: token, client_id: client = '' }: Entra,
  audience: string,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> {
  if (secret) return { client_secret: secret.reveal() };
  const text = await readTokenFile(certificate ?? token ?? '');
  const assertion = certificate === undefined ? text.trim() : await sign(text, { client, audience, nowMs });
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
}

interface AssertionFacts {
  readonly client: string;
  readonly audience: string;
  readonly nowMs: number;
}

/** An assertion signed with the key of a certificate, which it names by its thumbprint. */
async function sign(pem: string, { client, audience, nowMs }: AssertionFacts): Promise<string> {
  // Most deployments have no certificate.
  const { SignJWT } = await import('jose');
  const seconds = Math.floor(nowMs / 1000);
  try {
    const thumbprint = new X509Certificate(pem).fingerprint256.replaceAll(':', '');
    return await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({
        alg: 'PS256',
        typ: 'JWT',
        'x5t#S256': Buffer.from(thumbprint, 'hex').toString('base64url'),
      })
      .setIssuer(client)
      .setSubject(client)
      .setAudience(audience)
      .setNotBefore(seconds - CLOCK_SKEW_SECONDS)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(createPrivateKey(pem));
  } catch {
    throw unusable();
  }
}

function unusable(): EngineFault {
  return new EngineFault('status', { status: 401, refusal: { reason: 'credential' } });
}
