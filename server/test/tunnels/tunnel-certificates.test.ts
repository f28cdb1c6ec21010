import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TunnelCertificate } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, mcpSite, TEST_CERTIFICATE } from '#test-kit';
import { askWhole } from '../messages/ask.ts';
import { csr, ec, rsa, selfSigned, signedByAnother } from './made-certificates.ts';
import { RawConnector } from './raw-connector.ts';
import {
  ADMIN_KEY,
  OTHER_KEY,
  refusalOf,
  startTunnelsFixture,
  TUNNELS_BETA,
  type TunnelsFixture,
} from './tunnels-fixture.ts';

let fixture: TunnelsFixture;
let mtlsPort: number;
let directory: string;
beforeAll(async () => {
  mtlsPort = await freePort();
  fixture = await startTunnelsFixture(
    { tunnels: { mtls_port: mtlsPort } },
    { SVC_BASE_URL: 'https://svc.example.test' },
  );
  directory = mkdtempSync(join(tmpdir(), 'svc-tunnel-'));
});
afterAll(async () => {
  await fixture.stop();
  rmSync(directory, { recursive: true });
});

const pathOf = (id: string): string => `/v1/tunnels/${id}/certificates`;
const issue = (id: string, body: object = {}) => fixture.api('POST', pathOf(id), { body });

async function issued(fields: object = {}): Promise<{ tunnel: string; certificate: TunnelCertificate }> {
  const { id } = await fixture.tunnel({ auth_mode: 'mtls', ...fields });
  const { status, body } = await issue(id);
  expect(status).toBe(201);
  return { tunnel: id, certificate: body as TunnelCertificate };
}

interface Presented {
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
}

function dial({ token, ...identity }: Presented, ca?: string): RawConnector {
  return new RawConnector(`wss://127.0.0.1:${mtlsPort}/tunnel/v1/connect`, {
    ...identity,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
  });
}

async function refused(presented: Presented): Promise<number> {
  const connector = await dial(presented).opened();
  connector.hello();
  return connector.closed();
}

const identityOf = ({ certificate_pem: cert, private_key_pem: key }: TunnelCertificate): Presented => ({
  cert,
  key: key!,
});

describe('certificates', () => {
  it('TUN-24 TUN-25 are issued, listed and read', async () => {
    const { id } = await fixture.tunnel({ auth_mode: 'mtls' });
    const { status, body } = await issue(id, { name: 'gateway', validity_days: 30 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^tcert_[0-9a-z]{26}$/) as string,
      type: 'tunnel_certificate',
      tunnel_id: id,
      name: 'gateway',
      status: 'active',
      serial_number: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      not_before: expect.any(String) as string,
      not_after: expect.any(String) as string,
      created_at: expect.any(String) as string,
      revoked_at: null,
      last_used_at: null,
      certificate_pem: expect.stringContaining('BEGIN CERTIFICATE') as string,
      ca_certificate_pem: expect.stringContaining('BEGIN CERTIFICATE') as string,
      private_key_pem: expect.stringContaining('BEGIN PRIVATE KEY') as string,
    });
    const days = (Date.parse(body['not_after'] as string) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.01);
    const kept = { ...body, private_key_pem: null };
    expect((await fixture.api('GET', `${pathOf(id)}/${body['id']}`)).body).toEqual(kept);
    expect((await fixture.api('GET', pathOf(id))).body['data']).toEqual([kept]);
    expect(fixture.service.logLines.join('')).not.toContain('PRIVATE KEY');
    expect(refusalOf(await fixture.api('GET', `${pathOf(id)}/tcert_01m862n7f7x5xve6h15vx5pxd6`))).toBe(
      '404 certificate_not_found certificate_id',
    );
  });

  it('D-TUN-4 are for clients, name their tunnel, and are signed by the authority', async () => {
    const { tunnel, certificate } = await issued();
    const leaf = new X509Certificate(certificate.certificate_pem);
    const authority = new X509Certificate(certificate.ca_certificate_pem);
    expect(leaf.subjectAltName).toBe(`URI:urn:svc:tunnel:${tunnel}`);
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect([leaf.ca, authority.ca]).toEqual([false, true]);
    expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true);
    expect(leaf.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(leaf.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(certificate.fingerprint_sha256);
  });

  it('D-TUN-4 are made for the key of a request, and no other field of it counts', async () => {
    const { id } = await fixture.tunnel({ auth_mode: 'mtls' });
    for (const algorithm of [ec('P-256'), ec('P-384'), rsa(2048)]) {
      const { status, body } = await issue(id, { csr_pem: await csr(algorithm) });
      expect([status, body['private_key_pem']]).toEqual([201, null]);
      expect(new X509Certificate(body['certificate_pem'] as string).subject).toBe(`CN=${id}`);
    }
    const good = await csr(ec('P-256'));
    const broken = good.replace(/[A-Za-z]{4}(?=[^]{0,40}-----END)/, 'AAAA');
    for (const bad of [
      'x',
      good.slice(0, 200),
      broken,
      TEST_CERTIFICATE.cert,
      await csr(rsa(1024)),
      await csr(ec('P-521')),
    ])
      expect(refusalOf(await issue(id, { csr_pem: bad }))).toBe('400 invalid_parameter csr_pem');
    for (const [field, value] of [
      ['csr_pem', 'x'.repeat(8193)],
      ['name', 'x'.repeat(65)],
      ['validity_days', 0],
      ['validity_days', 366],
    ] as const)
      expect(refusalOf(await issue(id, { [field]: value }))).toBe(`400 invalid_parameter ${field}`);
  });

  it('D-TUN-4 are for mtls tunnels, and at most 20 at a time', async () => {
    const token = await fixture.tunnel();
    expect(refusalOf(await issue(token.id))).toBe('400 wrong_auth_mode');
    const { id } = await fixture.tunnel({ auth_mode: 'mtls' });
    const first = (await issue(id)).body as TunnelCertificate;
    for (let i = 0; i < 19; i++) expect((await issue(id)).status).toBe(201);
    expect(refusalOf(await issue(id))).toBe('409 certificate_limit_reached');
    await fixture.api('POST', `${pathOf(id)}/${first.id}/revoke`);
    expect((await issue(id)).status).toBe(201);
  });

  it('TUN-26 are revoked, twice as once, which closes what is connected', async () => {
    const { tunnel, certificate } = await issued();
    const connector = await dial(identityOf(certificate)).opened();
    connector.hello();
    await connector.next('control');
    const revoke = () => fixture.api('POST', `${pathOf(tunnel)}/${certificate.id}/revoke`);
    const { status, body } = await revoke();
    expect([status, body['status'], body['revoked_at']]).toEqual([200, 'revoked', expect.any(String)]);
    expect(body['last_used_at']).not.toBeNull();
    const startedAt = performance.now();
    expect(await connector.closed()).toBe(4401);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(await refused(identityOf(certificate))).toBe(4401);
    expect((await revoke()).body).toEqual(body);
    const { body: audit } = await fixture.api('GET', '/v1/organizations/audit_events?limit=100', {
      key: ADMIN_KEY,
      headers: { 'svc-beta': 'admin-2026-11-01' },
    });
    const events = (audit['data'] as { event: string; resource: { id: string } }[])
      .filter(({ resource }) => resource.id === certificate.id)
      .map(({ event }) => event);
    expect(events).toEqual(['certificate.revoked', 'certificate.issued']);
    expect(JSON.stringify(audit)).not.toContain('PRIVATE');
  });

  it('TUN-26 of a deleted tunnel are revoked with it', async () => {
    const { tunnel, certificate } = await issued();
    const connector = await dial(identityOf(certificate)).opened();
    connector.hello();
    await connector.next('control');
    await fixture.api('DELETE', `/v1/tunnels/${tunnel}`);
    expect(await connector.closed()).toBe(4403);
    expect(await refused(identityOf(certificate))).toBe(4403);
  });

  it('TUN-12 of another workspace are not found', async () => {
    const { tunnel, certificate } = await issued();
    for (const [method, path] of [
      ['GET', `/${certificate.id}`],
      ['POST', `/${certificate.id}/revoke`],
    ] as const)
      expect(refusalOf(await fixture.api(method, `${pathOf(tunnel)}${path}`, { key: OTHER_KEY }))).toBe(
        '404 tunnel_not_found tunnel_id',
      );
    const { tunnel: another } = await issued();
    expect(refusalOf(await fixture.api('GET', `${pathOf(another)}/${certificate.id}`))).toBe(
      '404 certificate_not_found certificate_id',
    );
  });
});

describe('the listener for certificates', () => {
  it('TUN-29 lets in who presents one, and proves itself for the public host and this machine', async () => {
    const { tunnel, certificate } = await issued();
    const connector = await dial(identityOf(certificate), certificate.ca_certificate_pem).opened();
    connector.hello();
    expect((await connector.next('control')).json()).toMatchObject({ type: 'welcome' });
    expect((await fixture.api('GET', `/v1/tunnels/${tunnel}`)).body['status']).toBe('connected');
    const socket = (connector.socket as unknown as { _socket: import('node:tls').TLSSocket })._socket;
    expect(socket.getPeerX509Certificate()!.subjectAltName).toBe(
      'DNS:svc.example.test, DNS:localhost, IP Address:127.0.0.1',
    );
    connector.socket.terminate();
  });

  // Every other address of the loopback network reaches this machine on Linux alone.
  it.runIf(process.platform === 'linux')('TUN-29 listens at HOST and at no other address', async () => {
    const connection = connect(mtlsPort, '127.0.0.2');
    const [error] = (await once(connection, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('TUN-29 closes with 4401 whoever presents another, and with 4409 whoever has a token', async () => {
    const { tunnel, certificate } = await issued();
    const { certificate: vendor } = await issued();
    expect(await refused({})).toBe(4401);
    // Self-signed, with the name that would be right.
    expect(await refused({ cert: TEST_CERTIFICATE.cert, key: TEST_CERTIFICATE.key })).toBe(4401);
    expect(await refused(await signedByAnother(tunnel))).toBe(4401);
    const token = await fixture.tunnel();
    expect(await refused({ token: token.connector_token! })).toBe(4409);
    expect(await refused({ token: `stn_${'0'.repeat(64)}` })).toBe(4401);
    // Another tunnel's is let in for that tunnel, and for no other.
    const connector = await dial(identityOf(vendor)).opened();
    connector.hello();
    await connector.next('control');
    expect((await fixture.api('GET', `/v1/tunnels/${tunnel}`)).body['status']).toBe('disconnected');
    connector.socket.terminate();
    expect(certificate.status).toBe('active');
  });

  it('D-TUN-4 an expired certificate is closed with 4401, when it expires and afterwards', async () => {
    const { id } = await fixture.tunnel({ auth_mode: 'mtls' });
    const { body } = await issue(id, { validity_days: 1 });
    const identity = identityOf(body as TunnelCertificate);
    const connector = await dial(identity).opened();
    connector.hello();
    await connector.next('control');
    await fixture.service.advance(86_400 + 1);
    expect(await connector.closed()).toBe(4401);
    expect(await refused(identity)).toBe(4401);
    expect((await fixture.api('GET', `${pathOf(id)}/${body['id']}`)).body['status']).toBe('expired');
    // One that is issued now is good, whatever the machine's own clock says.
    const next = await dial(identityOf((await issue(id)).body as TunnelCertificate)).opened();
    next.hello();
    expect((await next.next('control')).json()).toMatchObject({ type: 'welcome' });
    next.socket.terminate();
  });

  it('D-TUN-12 a connector trusts the authorities of NODE_EXTRA_CA_CERTS for MCP servers, and no others', async () => {
    const certificate = await selfSigned();
    const inside = createServer(certificate, (_request, response) => response.writeHead(401).end());
    await once(inside.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(inside.address() as AddressInfo).port}/mcp`;
    const tunnel = await fixture.tunnel({ allowed_targets: [url] });
    const authorities = join(directory, 'inside.pem');
    writeFileSync(authorities, certificate.cert);
    const check = async (more: Record<string, string>): Promise<string> => {
      const connector = fixture.spawn({ SVC_TUNNEL_TOKEN: tunnel.connector_token!, ...more }, ['check']);
      return `${await connector.exited()} ${connector.output}`;
    };
    expect(await check({ NODE_EXTRA_CA_CERTS: authorities })).toMatch(/^0 .*ok +https:[^]*wants a token/s);
    expect(await check({})).toMatch(/^1 .*FAIL +https:.*certificate/s);
    inside.closeAllConnections();
    inside.close();
  });

  it('TUN-31 a real connector reads certificate and key from files, and carries calls', async () => {
    const site = await mcpSite('stateless');
    const { tunnel, certificate } = await issued({ allowed_targets: [site.url] });
    const file = (name: string, text: string): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const connector = fixture.spawn({
      SVC_TUNNEL_URL: `https://127.0.0.1:${mtlsPort}`,
      SVC_TUNNEL_CERT: file('cert.pem', certificate.certificate_pem),
      SVC_TUNNEL_KEY: file('key.pem', certificate.private_key_pem!),
      NODE_EXTRA_CA_CERTS: file('ca.pem', certificate.ca_certificate_pem),
    });
    await connector.online();
    fixture.callThenReply('inside__echo', { text: 'hi' });
    const message = await askWhole(
      fixture.service,
      { mcp_servers: [{ name: 'inside', url: site.url, tunnel_id: tunnel }] },
      undefined,
      { 'svc-beta': TUNNELS_BETA },
    );
    expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
    await connector.end();
    await site.close();
  });
});
