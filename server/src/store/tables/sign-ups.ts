import type { Timestamp } from './column-types.ts';

export interface SignUpsTable {
  id: string;
  email: string;
  name: string;
  organization_name: string;
  status: 'unverified' | 'waiting' | 'approved' | 'refused' | 'completed';
  fingerprint: Buffer | null;
  reason: string | null;
  organization_id: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  expires_at: Timestamp;
}
