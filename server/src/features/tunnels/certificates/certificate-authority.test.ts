import { X509Certificate } from 'node:crypto';
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createClock, OperatorError, Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { Tables } from '#store';
import { CertificateAuthority, newKeyPair } from './certificate-authority.ts';
import { issueAuthority, issueCertificate } from './issue.ts';

/** An authority that is given is not looked for in the database. */
const NO_DATABASE = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const VALIDITY = { notBeforeMs: Date.UTC(2026, 0), notAfterMs: Date.UTC(2036, 0) };

const pair = newKeyPair();
const other = newKeyPair();
const pemOf = ({ privateKey }: typeof pair): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const certificatePem = await issueAuthority('Acme', pair.privateKey, pair.publicKey, VALIDITY);
const issuer = { certificatePem, privateKey: pair.privateKey };
const request = {
  ...VALIDITY,
  commonName: 'tnl_1',
  usage: 'client',
  names: [{ type: 'dns', value: 'a.test' }],
} as const;
const leafPem = await issueCertificate(issuer, {
  ...request,
  names: [...request.names],
  publicKey: other.publicKey,
});

function given(certificate: string, key: string): CertificateAuthority {
  return new CertificateAuthority({
    clock: createClock(),
    sealing: new SealingRing(new Secret(Buffer.alloc(32, 1).toString('base64'))),
    settings: () => ({ ca_cert: certificate, ca_key: new Secret(key) }),
  });
}

describe('an authority from svc.yaml', () => {
  it('signs with its key', async () => {
    const authority = given(certificatePem, pemOf(pair));
    const issued = await authority.issue(NO_DATABASE, {
      ...request,
      names: [...request.names],
      publicKey: other.publicKey,
    });
    expect(await authority.signed(NO_DATABASE, new X509Certificate(issued))).toBe(true);
  });

  it.each([
    ['the key of another', certificatePem, pemOf(other)],
    ['a certificate that may sign none', leafPem, pemOf(other)],
    ['a certificate that is none', 'nonsense', pemOf(pair)],
    ['a key that is none', certificatePem, 'nonsense'],
  ])('is refused with %s, and the key is not told', async (_what, certificate, key) => {
    const refused = given(certificate, key).load(NO_DATABASE);
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow(
      /^tunnels\.ca_cert and tunnels\.ca_key must be the PEM certificate/,
    );
  });
});
