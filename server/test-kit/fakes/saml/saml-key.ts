import { createHash, createPrivateKey, sign, constants, createHmac, type KeyObject } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(crypto);

/** How a message is signed, by the last part of the names that XML has for it. */
export type SamlAlgorithm = keyof typeof SIGNATURES;
export type SamlDigest = keyof typeof DIGESTS;

const SIGNATURES = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'sha256-rsa-MGF1': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'hmac-sha1': 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  'hmac-sha256': 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  none: 'none',
} as const;
const DIGESTS = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
} as const;

/** An RSA key of a provider, with the certificate that it shows. */
export class SamlKey {
  readonly certificate: string;
  readonly #privateKey: KeyObject;

  private constructor(certificate: string, privateKey: KeyObject) {
    this.certificate = certificate;
    this.#privateKey = privateKey;
  }

  /** `notAfter`: of the certificate. */
  static async make(notAfter = new Date(Date.now() + 1e12)): Promise<SamlKey> {
    const algorithm = {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const made = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: 'CN=provider',
      notBefore: new Date('2020-01-01'),
      notAfter,
      keys,
      signingAlgorithm: algorithm,
    });
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
    return new SamlKey(made.toString('pem'), createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  }

  /** The signature of an element in canonical XML with this id, as a child of it. `id`: what it says that it covers. */
  signatureOf(
    canonical: string,
    id: string,
    { algorithm, digest }: { readonly algorithm: SamlAlgorithm; readonly digest: SamlDigest },
  ): string {
    const hash = createHash(digest).update(canonical).digest('base64');
    const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${CANONICAL}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${SIGNATURES[algorithm]}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="${CANONICAL}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${DIGESTS[digest]}"></ds:DigestMethod><ds:DigestValue>${hash}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
    const value = this.#sign(info.replace('<ds:SignedInfo>', `<ds:SignedInfo ${NAMESPACE}>`), algorithm);
    return `<ds:Signature ${NAMESPACE}>${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  }

  #sign(text: string, algorithm: SamlAlgorithm): string {
    const bytes = Buffer.from(text);
    switch (algorithm) {
      case 'none':
        return '';
      case 'hmac-sha1':
      case 'hmac-sha256':
        // What a service would check with that takes the certificate for a shared secret.
        return createHmac(algorithm.slice(5), this.certificate).update(bytes).digest('base64');
      case 'sha256-rsa-MGF1': {
        const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
        return sign('sha256', bytes, { key: this.#privateKey, ...padding }).toString('base64');
      }
      case 'rsa-sha1':
      case 'rsa-sha256':
      case 'rsa-sha512':
        return sign(algorithm.slice(4), bytes, this.#privateKey).toString('base64');
    }
  }
}

const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const NAMESPACE = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
