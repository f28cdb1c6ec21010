import { createPublicKey } from 'node:crypto';
import { cryptoProvider, Pkcs10CertificateRequest } from '@peculiar/x509';
import { ApiError } from '@svc/contract';

// The library supports any Web Crypto implementation, and must be given one.
cryptoProvider.set(crypto);

const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1']);
const RSA_BITS = { least: 2048, most: 8192 };

/** The public key of a request, in DER form. Throws 400 `invalid_parameter` for an invalid request, a wrong signature, or an unsupported kind of key. */
export async function parseCsr(pem: string): Promise<Buffer> {
  const publicKey = await verifiedKey(pem);
  if (publicKey === undefined)
    throw refused('is not a certificate request (PKCS #10, PEM) that is signed by its own key');
  if (!isAccepted(publicKey))
    throw refused('must have an RSA key of 2048 to 8192 bits, or a P-256 or P-384 key');
  return publicKey;
}

async function verifiedKey(pem: string): Promise<Buffer | undefined> {
  try {
    const request = new Pkcs10CertificateRequest(pem);
    return (await request.verify()) ? Buffer.from(request.publicKey.rawData) : undefined;
  } catch {
    return undefined;
  }
}

function isAccepted(der: Buffer): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
    key: der,
    type: 'spki',
    format: 'der',
  });
  const bits = details?.modulusLength ?? 0;
  if (type === 'rsa') return bits >= RSA_BITS.least && bits <= RSA_BITS.most;
  return type === 'ec' && CURVES.has(details?.namedCurve);
}

function refused(why: string): ApiError {
  return new ApiError('invalid_parameter', { param: 'csr_pem', message: `csr_pem ${why}.` });
}
