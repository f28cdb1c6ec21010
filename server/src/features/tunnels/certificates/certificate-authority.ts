import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DAY_MS, OperatorError, type Clock, type Secret } from '#kit';
import type { SealingKey, SealingRing } from '#sealing';
import type { Tables } from '#store';
import { findAuthority, insertAuthority } from '../store/authorities.ts';
import type { CertificateRequest } from './issue.ts';
import { SEALED_AUTHORITY } from './sealed-authority.ts';

const COMMON_NAME = 'Svc tunnel authority';
const VALID_MS = 3653 * DAY_MS;
/** Clocks of connectors may be behind. */
export const BACKDATED_MS = 300_000;
const { purpose, placeOf } = SEALED_AUTHORITY;

export interface AuthorityDeps {
  readonly clock: Clock;
  readonly sealing: SealingRing;
  /** The operator's authority, from `svc.yaml`. */
  readonly settings: () => { readonly ca_cert?: string; readonly ca_key?: Secret };
}

export interface Authority {
  readonly certificatePem: string;
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

/** Signs the certificates of connectors, and of the server that they connect to: the operator's authority, or one that is generated on first use. */
export class CertificateAuthority {
  readonly #deps: AuthorityDeps;
  readonly #key: SealingKey;
  #loaded: Authority | undefined;

  constructor(deps: AuthorityDeps) {
    this.#deps = deps;
    this.#key = deps.sealing.keysFor(purpose).ofDeployment();
  }

  /** Throws an OperatorError for an invalid certificate or key in `svc.yaml`. */
  async load(db: Kysely<Tables>): Promise<Authority> {
    return this.#loaded ?? (this.#loaded = this.#given() ?? (await this.#findStored(db))) ?? this.#make(db);
  }

  /** Whether it signed the certificate. Dates are not checked. */
  async signed(db: Kysely<Tables>, certificate: X509Certificate): Promise<boolean> {
    const { certificate: own } = await this.load(db);
    return certificate.checkIssued(own) && certificate.verify(own.publicKey);
  }

  /** In PEM form. */
  async issue(db: Kysely<Tables>, request: CertificateRequest): Promise<string> {
    const issuer = await this.load(db);
    // Loaded on first use, because the library takes a tenth of a second to load.
    const { issueCertificate } = await import('./issue.ts');
    return issueCertificate(issuer, request);
  }

  #given(): Authority | undefined {
    const { ca_cert: certificatePem, ca_key: key } = this.#deps.settings();
    return certificatePem === undefined || key === undefined
      ? undefined
      : parse(certificatePem, key.reveal());
  }

  async #findStored(db: Kysely<Tables>): Promise<Authority | undefined> {
    const stored = await findAuthority(db);
    return stored && parse(stored.certificate_pem, this.#key.openText(stored.sealed_key, placeOf().aad));
  }

  /** Not cached: the transaction that creates it may be rolled back. */
  async #make(db: Kysely<Tables>): Promise<Authority> {
    const { clock } = this.#deps;
    const { privateKey, publicKey } = newKeyPair();
    const { issueAuthority } = await import('./issue.ts');
    const validFromMs = clock.nowMs() - clock.offsetMs() - BACKDATED_MS;
    const certificatePem = await issueAuthority(COMMON_NAME, privateKey, publicKey, {
      notBeforeMs: validFromMs,
      notAfterMs: validFromMs + VALID_MS,
    });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const sealedKey = this.#key.seal(key, placeOf().aad);
    await insertAuthority(db, { certificate_pem: certificatePem, sealed_key: sealedKey }, clock.nowMs());
    // Another node may have been first.
    return (await this.#findStored(db)) ?? parse(certificatePem, key);
  }
}

/** P-256; the public one in DER form. */
export function newKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }) };
}

function parse(certificatePem: string, keyPem: string): Authority {
  try {
    const certificate = new X509Certificate(certificatePem);
    const privateKey = createPrivateKey(keyPem);
    if (certificate.ca && certificate.checkPrivateKey(privateKey))
      return { certificatePem: certificate.toString(), certificate, privateKey };
  } catch {
    // The library's error message may quote the key.
  }
  throw new OperatorError(
    'tunnels.ca_cert and tunnels.ca_key must be the PEM certificate of an authority (CA:TRUE) and its private key.',
  );
}
