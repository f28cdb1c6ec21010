import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonGeneralName,
} from '@peculiar/x509';
import { toDate } from '#kit';

// The library supports any Web Crypto implementation, and must be given one.
cryptoProvider.set(crypto);

const SERIAL_BYTES = 16;
const HASH = 'SHA-256';
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The issuer, whose key signs. */
export interface Issuer {
  readonly certificatePem: string;
  readonly privateKey: KeyObject;
}

export interface CertificateRequest {
  readonly commonName: string;
  /** In DER form. */
  readonly publicKey: Buffer;
  readonly usage: 'client' | 'server';
  readonly names: JsonGeneralName[];
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** A certificate in PEM form, with a random serial number of 128 bits. */
export async function issueCertificate(issuer: Issuer, request: CertificateRequest): Promise<string> {
  const authority = new X509Certificate(issuer.certificatePem);
  const { algorithm, key } = await signingKey(issuer.privateKey);
  const publicKey = await importPublicKey(request.publicKey);
  const usage = request.usage === 'client' ? ExtendedKeyUsage.clientAuth : ExtendedKeyUsage.serverAuth;
  const issued = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [request.commonName] }],
    issuer: authority.subject,
    notBefore: toDate(request.notBeforeMs),
    notAfter: toDate(request.notAfterMs),
    publicKey,
    signingKey: key,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([usage]),
      new SubjectAlternativeNameExtension(request.names),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  return issued.toString('pem');
}

/** A self-signed CA certificate. */
export async function issueAuthority(
  commonName: string,
  privateKey: KeyObject,
  publicKey: Buffer,
  validity: { readonly notBeforeMs: number; readonly notAfterMs: number },
): Promise<string> {
  const { algorithm, key } = await signingKey(privateKey);
  const verifying = await importPublicKey(publicKey);
  const issued = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [commonName] }],
    notBefore: toDate(validity.notBeforeMs),
    notAfter: toDate(validity.notAfterMs),
    keys: { privateKey: key, publicKey: verifying },
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(verifying),
    ],
  });
  return issued.toString('pem');
}

/** The first bit is 0: as a number it must not be negative. */
function newSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0]! &= 0x7f;
  bytes[0]! |= 0x40;
  return bytes.toString('hex');
}

async function signingKey(privateKey: KeyObject) {
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: HASH }
      : { name: 'ECDSA', namedCurve: curveOf(privateKey), hash: HASH };
  const der = new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' }));
  return { algorithm, key: await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']) };
}

function curveOf({ asymmetricKeyDetails: details }: KeyObject): string {
  return details?.namedCurve === 'secp384r1' ? 'P-384' : 'P-256';
}

/** As a Web Crypto key. Its usages do not matter here, because the library only serializes it. */
async function importPublicKey(der: Buffer): Promise<CryptoKey> {
  const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: HASH }
      : { ...P256, namedCurve: curveOf(key) };
  return crypto.subtle.importKey('spki', new Uint8Array(der), algorithm, true, ['verify']);
}
