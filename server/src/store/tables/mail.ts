import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface MailsTable {
  id: string;
  organization_id: string | null;
  user_id: string | null;
  recipient: string;
  kind: string;
  data: Json<unknown>;
  sealed_token: Buffer | null;
  status: Generated<'waiting' | 'sent' | 'failed'>;
  failure: string | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  attempted_at: Timestamp | null;
  sent_at: Timestamp | null;
  expires_at: Timestamp | null;
}
