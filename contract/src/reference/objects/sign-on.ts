import type { Domain } from '../../schemas/administration/domain.ts';

export const domain: Domain = {
  type: 'domain',
  domain: 'acme.example',
  status: 'verified',
  txt_name: '_svc-verification.acme.example',
  txt_value: 'svc-verification=k3yYx0pB7mRwQ2sT9vUe4aLd6cHf8gJn',
  verified_at: '2026-11-18T09:35:00Z',
  created_at: '2026-11-18T09:30:00Z',
};
