import { generateKeyPairSync } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(crypto);

/** A certificate request with a new key. */
export async function csr(algorithm: object): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm as EcKeyGenParams, true, ['sign', 'verify']);
  const signingAlgorithm = { ...algorithm, hash: 'SHA-256' } as EcdsaParams;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=whatever',
    keys,
    signingAlgorithm,
  });
  return request.toString('pem');
}

export const rsa = (bits: number): object => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: bits,
  publicExponent: new Uint8Array([1, 0, 1]),
});
export const ec = (namedCurve: string): object => ({ name: 'ECDSA', namedCurve, hash: 'SHA-256' });

/** By an authority that calls itself like ours. */
export async function signedByAnother(
  tunnel: string,
): Promise<{ readonly cert: string; readonly key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: `CN=${tunnel}`,
    issuer: 'CN=Svc tunnel authority',
    notBefore: new Date(Date.now() - 1000),
    notAfter: new Date(Date.now() + 1e9),
    publicKey: await crypto.subtle.importKey(
      'spki',
      new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
      algorithm,
      true,
      ['verify'],
    ),
    signingKey: keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'url', value: `urn:svc:tunnel:${tunnel}` }]),
    ],
  });
  return { cert: cert.toString('pem'), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Of a server at 127.0.0.1 that vouches for itself. */
export async function selfSigned(): Promise<{ readonly cert: string; readonly key: string }> {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=inside',
    notBefore: new Date(Date.now() - 1000),
    notAfter: new Date(Date.now() + 1e9),
    keys,
    signingAlgorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: cert.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
  };
}
