import { createHash, X509Certificate } from 'node:crypto';
import {
  ApiError,
  ID_PREFIXES,
  type CertificateIssue,
  type LimitValues,
  type TunnelCertificate,
} from '@svc/contract';
import { auditChange, type AuditChanges } from '#features/audit';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { DAY_MS, newId, toTimestamp } from '#kit';
import type { WorkspaceScope } from '#store';
import type { TunnelChange } from '../change-tunnels.ts';
import { requireTunnel } from '../read-tunnels.ts';
import { announceTunnels } from '../store/announcements.ts';
import {
  countActiveCertificates,
  findCertificate,
  findCertificates,
  insertCertificate,
  revokeCertificates,
  type StoredCertificate,
} from '../store/certificates.ts';
import { BACKDATED_MS, newKeyPair, type CertificateAuthority } from './certificate-authority.ts';

/** The identity in a connector certificate. */
export function tunnelUrn(tunnelId: string): string {
  return `urn:svc:tunnel:${tunnelId}`;
}

/** The fingerprint by which a presented certificate is found. */
export function certificateFingerprint(der: Uint8Array): Buffer {
  return createHash('sha256').update(der).digest();
}

export interface CertificateDeps {
  readonly authority: CertificateAuthority;
  readonly limits: () => LimitValues;
}

/** D-TUN-4. A key that is generated here is only in this response. */
export async function issueTunnelCertificate(
  { authority, limits }: CertificateDeps,
  { change, scope, liveAtMs }: TunnelChange,
  tunnelId: string,
  { csr_pem: csr, name, validity_days: days }: CertificateIssue,
): Promise<TunnelCertificate> {
  const { nowMs } = change;
  const tunnel = await requireTunnel(scope, tunnelId, liveAtMs, { lock: true });
  if (tunnel.auth_mode !== 'mtls') throw new ApiError('wrong_auth_mode');
  if ((await countActiveCertificates(scope.db, tunnelId, nowMs)) >= limits().certificates_per_tunnel)
    throw new ApiError('certificate_limit_reached');
  const made = csr ? undefined : newKeyPair();
  const notBeforeMs = nowMs - BACKDATED_MS;
  const notAfterMs = nowMs + days * DAY_MS;
  const certificatePem = await authority.issue(scope.db, {
    commonName: tunnelId,
    publicKey: made?.publicKey ?? (await readCsr(csr!)),
    usage: 'client',
    names: [{ type: 'url', value: tunnelUrn(tunnelId) }],
    notBeforeMs,
    notAfterMs,
  });
  const { raw, serialNumber } = new X509Certificate(certificatePem);
  const id = newId(ID_PREFIXES.tunnelCertificate, nowMs);
  await insertCertificate(scope.db, {
    id,
    tunnel_id: tunnelId,
    name: name ?? null,
    fingerprint: certificateFingerprint(raw),
    serial_number: serialNumber.toLowerCase(),
    certificate_pem: certificatePem,
    ca_certificate_pem: (await authority.load(scope.db)).certificatePem,
    not_before_at: notBeforeMs,
    not_after_at: notAfterMs,
    created_at: nowMs,
  });
  await audit({ change, scope, liveAtMs }, 'certificate.issued', id, {
    tunnel_id: { from: null, to: tunnelId },
  });
  const key = made?.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return toCertificate(await requireCertificate(scope, tunnelId, id), nowMs, key);
}

/** Effective at once on this node, within seconds on others. Idempotent. */
export async function revokeTunnelCertificate(
  tunnelChange: TunnelChange,
  tunnelId: string,
  id: string,
): Promise<TunnelCertificate> {
  const { change, scope, liveAtMs } = tunnelChange;
  await requireTunnel(scope, tunnelId, liveAtMs, { lock: true });
  const before = await requireCertificate(scope, tunnelId, id);
  if (before.revoked_at === null) {
    await revokeCertificates(scope.db, tunnelId, change.nowMs, id);
    await announceTunnels(scope.db);
    await audit(tunnelChange, 'certificate.revoked', id, {
      status: { from: 'active', to: 'revoked' },
    });
  }
  return toCertificate(await requireCertificate(scope, tunnelId, id), change.nowMs);
}

export async function listTunnelCertificates(
  scope: WorkspaceScope,
  tunnelId: string,
  query: PageQuery,
  { nowMs, liveAtMs }: { readonly nowMs: number; readonly liveAtMs: number },
): Promise<ListBody> {
  await requireTunnel(scope, tunnelId, liveAtMs);
  return listPage(query, {
    read: (page) => findCertificates(scope.db, tunnelId, page),
    hasPlace: isWellFormedId('tunnelCertificate'),
    toItem: (row) => toCertificate(row, nowMs),
    idOf: ({ id }) => id,
  });
}

export async function readTunnelCertificate(
  scope: WorkspaceScope,
  tunnelId: string,
  id: string,
  { nowMs, liveAtMs }: { readonly nowMs: number; readonly liveAtMs: number },
): Promise<TunnelCertificate> {
  await requireTunnel(scope, tunnelId, liveAtMs);
  return toCertificate(await requireCertificate(scope, tunnelId, id), nowMs);
}

async function requireCertificate(
  { db }: WorkspaceScope,
  tunnelId: string,
  id: string,
): Promise<StoredCertificate> {
  const certificate = await findCertificate(db, tunnelId, id);
  if (!certificate) throw new ApiError('certificate_not_found', { param: 'certificate_id' });
  return certificate;
}

async function readCsr(pem: string): Promise<Buffer> {
  const { parseCsr } = await import('./parse-csr.ts');
  return parseCsr(pem);
}

async function audit(
  { change, scope }: TunnelChange,
  event: 'certificate.issued' | 'certificate.revoked',
  id: string,
  changes: AuditChanges,
): Promise<void> {
  const { workspaceId } = scope;
  await auditChange(change, { event, resource: { type: 'tunnel_certificate', id }, workspaceId, changes });
}

function toCertificate(row: StoredCertificate, nowMs: number, privateKeyPem?: string): TunnelCertificate {
  const expired = row.not_after_at <= nowMs;
  return {
    id: row.id,
    type: 'tunnel_certificate',
    tunnel_id: row.tunnel_id,
    name: row.name,
    status: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
    serial_number: row.serial_number,
    fingerprint_sha256: row.fingerprint.toString('hex'),
    not_before: toTimestamp(row.not_before_at),
    not_after: toTimestamp(row.not_after_at),
    created_at: toTimestamp(row.created_at),
    revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    last_used_at: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    certificate_pem: row.certificate_pem,
    ca_certificate_pem: row.ca_certificate_pem,
    private_key_pem: privateKeyPem ?? null,
  };
}
