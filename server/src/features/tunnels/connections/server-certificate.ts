import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { DAY_MS, type Clock } from '#kit';
import type { Tables } from '#store';
import {
  BACKDATED_MS,
  newKeyPair,
  type CertificateAuthority,
} from '../certificates/certificate-authority.ts';
import { machineMs } from './presence.ts';

const VALID_MS = 90 * DAY_MS;

export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** The server certificate of the listener, signed by the connectors' authority, for the host of the public URL and for this machine. */
export async function issueServerIdentity(
  authority: CertificateAuthority,
  { db, clock, baseUrl }: { readonly db: Kysely<Tables>; readonly clock: Clock; readonly baseUrl: string },
): Promise<ServerIdentity> {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const hosts = [...new Set([host, 'localhost', '127.0.0.1'])];
  const { privateKey, publicKey } = newKeyPair();
  // Clients validate it by the system clock.
  const nowMs = machineMs(clock);
  const leaf = await authority.issue(db, {
    commonName: host.slice(0, 64),
    publicKey,
    usage: 'server',
    names: hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const),
    notBeforeMs: nowMs - BACKDATED_MS,
    notAfterMs: nowMs + VALID_MS,
  });
  const { certificatePem } = await authority.load(db);
  return {
    cert: `${leaf.trim()}\n${certificatePem}`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
