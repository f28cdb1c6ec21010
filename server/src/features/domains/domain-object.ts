import type { Domain } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { DomainRow } from './store.ts';

/** D-SSO-1. */
export function toDomainObject(row: DomainRow): Domain {
  return {
    type: 'domain',
    domain: row.domain,
    status: row.status,
    txt_name: txtNameOf(row.domain),
    txt_value: row.txt_value,
    verified_at: row.verified_at === null ? null : toTimestamp(row.verified_at),
    created_at: toTimestamp(row.created_at),
  };
}

/** Where the value stands: apart from the records that a domain has for other services. */
export function txtNameOf(domain: string): string {
  return `_svc-verification.${domain}`;
}
