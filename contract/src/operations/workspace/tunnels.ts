import { TUNNEL } from '../../resources/tunnel.ts';
import { deletion, listOf, pageQuery } from '../../schemas/administration/page.ts';
import { certificateIssue, TunnelCertificate } from '../../schemas/tunnels/tunnel-certificate.ts';
import {
  RotatedTunnelToken,
  tokenRotation,
  Tunnel,
  TunnelConnection,
  tunnelCreation,
  tunnelQuery,
  tunnelUpdate,
} from '../../schemas/tunnels/tunnel.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/tunnels';
const ONE = `${PATH}/{tunnel_id}`;
const CERTIFICATES = `${ONE}/certificates`;
const CERTIFICATE = `${CERTIFICATES}/{certificate_id}`;
const TUNNELS = { tag: TUNNEL.tag, permission: 'tunnels.manage', beta: 'mcp-tunnels-2026-12-01' } as const;
const NONE = 'tunnel_not_found';

/** Platform contract §4.6, D-TUN-1 to D-TUN-5. */
export const TUNNEL_OPERATIONS = [
  workspaceOperation({
    ...TUNNELS,
    id: 'createTunnel',
    method: 'POST',
    path: PATH,
    summary: 'Create a tunnel to MCP servers in a private network',
    body: tunnelCreation,
    readOnly: Object.keys(Tunnel.shape),
    response: Tunnel,
    successStatuses: [201],
    errors: ['name_taken', 'tunnel_limit_reached'],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'listTunnels',
    method: 'GET',
    path: PATH,
    summary: 'List the tunnels of the workspace',
    query: tunnelQuery,
    response: listOf(Tunnel),
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'readTunnel',
    method: 'GET',
    path: ONE,
    summary: 'Read a tunnel',
    response: Tunnel,
    errors: [NONE],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'updateTunnel',
    method: 'PATCH',
    path: ONE,
    summary: 'Change, disable or enable a tunnel',
    body: tunnelUpdate,
    readOnly: Object.keys(Tunnel.shape),
    response: Tunnel,
    errors: [NONE, 'name_taken'],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'deleteTunnel',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a tunnel and revoke its certificates',
    response: deletion('tunnel'),
    errors: [NONE],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'rotateTunnelToken',
    method: 'POST',
    path: `${ONE}/rotate_token`,
    summary: 'Replace the connector token of a tunnel',
    body: tokenRotation,
    response: RotatedTunnelToken,
    errors: [NONE, 'wrong_auth_mode'],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'listTunnelConnections',
    method: 'GET',
    path: `${ONE}/connections`,
    summary: 'List the connectors that are online',
    query: pageQuery,
    response: listOf(TunnelConnection),
    errors: [NONE],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'issueTunnelCertificate',
    method: 'POST',
    path: CERTIFICATES,
    summary: 'Issue a certificate for connectors of a tunnel',
    body: certificateIssue,
    readOnly: Object.keys(TunnelCertificate.shape),
    response: TunnelCertificate,
    successStatuses: [201],
    errors: [NONE, 'wrong_auth_mode', 'certificate_limit_reached'],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'listTunnelCertificates',
    method: 'GET',
    path: CERTIFICATES,
    summary: 'List the certificates of a tunnel',
    query: pageQuery,
    response: listOf(TunnelCertificate),
    errors: [NONE],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'readTunnelCertificate',
    method: 'GET',
    path: CERTIFICATE,
    summary: 'Read a certificate of a tunnel',
    response: TunnelCertificate,
    errors: [NONE, 'certificate_not_found'],
  }),
  workspaceOperation({
    ...TUNNELS,
    id: 'revokeTunnelCertificate',
    method: 'POST',
    path: `${CERTIFICATE}/revoke`,
    summary: 'Revoke a certificate of a tunnel',
    response: TunnelCertificate,
    errors: [NONE, 'certificate_not_found'],
  }),
] as const;
