import type { DomainStatus } from '@svc/contract';
import type { Timestamp } from './column-types.ts';

export interface DomainsTable {
  id: string;
  organization_id: string;
  domain: string;
  status: DomainStatus;
  txt_value: string;
  verified_at: Timestamp | null;
  missing_since_at: Timestamp | null;
  checked_at: Timestamp | null;
  created_at: Timestamp;
}
