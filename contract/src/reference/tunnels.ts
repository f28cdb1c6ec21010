import type { TUNNEL_OPERATIONS } from '../operations/workspace/tunnels.ts';
import type { TunnelCertificate } from '../schemas/tunnels/tunnel-certificate.ts';
import type { Tunnel, TunnelConnection } from '../schemas/tunnels/tunnel.ts';
import { CERTIFICATE_ID, CONNECTION_ID, TUNNEL_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const CONNECTOR_TOKEN = `stn_${'0f'.repeat(32)}`;

const tunnel: Tunnel = {
  id: TUNNEL_ID,
  type: 'tunnel',
  name: 'Office',
  description: null,
  workspace_id: WORKSPACE_ID,
  allowed_targets: ['http://tickets.internal:8080/mcp'],
  auth_mode: 'token',
  status: 'connected',
  connections: { active: 2, last_seen_at: '2026-11-20T16:41:00Z' },
  region: 'eu',
  created_at: '2026-11-06T09:00:00Z',
  updated_at: '2026-11-06T09:00:00Z',
  connector_token: null,
};

const tunnelConnection: TunnelConnection = {
  connection_id: CONNECTION_ID,
  connector_version: '0.1.0',
  remote_ip: '203.0.113.40',
  connected_at: '2026-11-20T06:00:00Z',
  last_seen_at: '2026-11-20T16:41:00Z',
  requests_1h: 42,
  errors_1h: 0,
};

const certificate: TunnelCertificate = {
  id: CERTIFICATE_ID,
  type: 'tunnel_certificate',
  tunnel_id: TUNNEL_ID,
  name: 'rack 4',
  status: 'active',
  serial_number: '4b1f0c9a7d2e5f60',
  fingerprint_sha256: '9c'.repeat(32),
  not_before: '2026-11-20T16:00:00Z',
  not_after: '2027-02-18T16:00:00Z',
  created_at: '2026-11-20T16:00:00Z',
  revoked_at: null,
  last_used_at: null,
  certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  ca_certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  private_key_pem: null,
};

export const TUNNEL_REFERENCES: References<typeof TUNNEL_OPERATIONS> = {
  createTunnel: {
    description: `Creates a tunnel, through which model calls reach MCP servers in a private network. Run the connector inside that network: it dials out, and opens
no port. \`allowed_targets\` lists the URLs that may be called, byte for byte.

With \`auth_mode\` \`token\`, \`connector_token\` is in this answer and nowhere else. With \`mtls\`, issue a certificate for each connector.`,
    body: { name: 'Office', allowed_targets: ['http://tickets.internal:8080/mcp'] },
    response: {
      ...tunnel,
      status: 'disconnected',
      connections: { active: 0, last_seen_at: null },
      connector_token: CONNECTOR_TOKEN,
    },
  },
  listTunnels: {
    description: 'The tunnels of the workspace, newest first.',
    response: pageOf(tunnel, TUNNEL_ID),
  },
  readTunnel: {
    description: 'A tunnel, with how many connectors are online. The token is never in it.',
    response: tunnel,
  },
  updateTunnel: {
    description: `Changes the fields that are sent. \`status\` \`disabled\` closes all connections and refuses new ones; \`enabled\` lifts that. \`allowed_targets\` replaces the
list. Connectors that are online get the change within seconds.`,
    body: { allowed_targets: ['http://tickets.internal:8080/mcp', 'http://wiki.internal/mcp'] },
    response: {
      ...tunnel,
      allowed_targets: ['http://tickets.internal:8080/mcp', 'http://wiki.internal/mcp'],
    },
  },
  deleteTunnel: {
    description:
      'Deletes a tunnel, closes its connections and revokes its certificates. Calls that name it are refused from then on.',
    response: { id: TUNNEL_ID, type: 'tunnel', deleted: true },
  },
  rotateTunnelToken: {
    description: `Makes a new connector token. The old one works for \`grace_seconds\` more, an hour by default; 0 ends it at once, and closes the connections that used it.
Tunnels that use certificates are refused with \`wrong_auth_mode\`.`,
    body: { grace_seconds: 3600 },
    response: {
      id: TUNNEL_ID,
      type: 'tunnel',
      connector_token: CONNECTOR_TOKEN,
      previous_token_expires_at: '2026-11-20T17:41:00Z',
    },
  },
  listTunnelConnections: {
    description: 'The connectors that are online, with their calls of the last hour.',
    response: pageOf(tunnelConnection, CONNECTION_ID),
  },
  issueTunnelCertificate: {
    description: `Issues a certificate for connectors of a tunnel whose \`auth_mode\` is \`mtls\`. Send \`csr_pem\` to keep the private key to yourself. Without it a key is made,
and \`private_key_pem\` is in this answer and nowhere else.`,
    body: { name: 'rack 4', validity_days: 90 },
    response: {
      ...certificate,
      private_key_pem: '-----BEGIN PRIVATE KEY-----\nMIGH…\n-----END PRIVATE KEY-----\n',
    },
  },
  listTunnelCertificates: {
    description: 'The certificates of a tunnel, newest first, those that are revoked or expired too.',
    response: pageOf(certificate, CERTIFICATE_ID),
  },
  readTunnelCertificate: {
    description: 'A certificate. Its private key is never in it.',
    response: certificate,
  },
  revokeTunnelCertificate: {
    description:
      'Revokes a certificate and closes the connections that use it, within seconds. Revoking it twice changes nothing.',
    response: { ...certificate, status: 'revoked', revoked_at: '2026-11-20T16:41:00Z' },
  },
};
