import type { Domain } from '../../schemas/administration/domain.ts';
import type { SsoConnection } from '../../schemas/administration/sso-connection.ts';
import { SSO_CONNECTION_ID, WORKSPACE_ID } from './ids.ts';

export const domain: Domain = {
  type: 'domain',
  domain: 'acme.example',
  status: 'verified',
  txt_name: '_svc-verification.acme.example',
  txt_value: 'svc-verification=k3yYx0pB7mRwQ2sT9vUe4aLd6cHf8gJn',
  verified_at: '2026-11-18T09:35:00Z',
  created_at: '2026-11-18T09:30:00Z',
};

export const ssoConnection: SsoConnection = {
  id: SSO_CONNECTION_ID,
  type: 'sso_connection',
  name: 'Acme login',
  protocol: 'oidc',
  domains: ['acme.example'],
  status: 'active',
  oidc: {
    issuer: 'https://login.acme.example',
    client_id: 'svc',
    scopes: 'openid email profile',
    client_secret_expires_at: '2027-11-18T00:00:00Z',
  },
  saml: null,
  attribute_map: { email: 'email', name: 'name', groups: 'groups' },
  provisioning: 'jit',
  default_role: 'member',
  group_roles: [
    {
      group: 'engineering',
      role: 'developer',
      workspaces: [{ workspace_id: WORKSPACE_ID, role: 'workspace_developer' }],
    },
  ],
  allow_idp_initiated: false,
  trust_second_factor: false,
  created_at: '2026-11-18T10:00:00Z',
  updated_at: '2026-11-18T10:20:00Z',
  last_used_at: '2026-11-20T08:02:00Z',
};
