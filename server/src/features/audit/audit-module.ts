import type { AuditEventQuery, AuditEventSearch, LimitValues } from '@svc/contract';
import { DAY_MS } from '#kit';
import type { OrganizationScope, Store } from '#store';
import { listAuditEvents } from './list-audit-events.ts';
import type { Audit } from './open-audit.ts';
import type { ResourceNames } from './store/resource-names.ts';
import { searchAuditEvents } from './search-audit-events.ts';
import { dropAuditEvents } from './store/audit-events.ts';

export interface AuditModuleDeps {
  readonly db: Store['db'];
  readonly audit: Audit;
  readonly limits: () => LimitValues;
  /** Of what all modules have (`Module.names`). */
  readonly resourceNames: () => readonly ResourceNames[];
}

export function auditModule({ db, audit, limits, resourceNames }: AuditModuleDeps) {
  return {
    administration: {
      listAuditEvents: async (scope: OrganizationScope, { query }: { readonly query: AuditEventQuery }) => {
        // A request that was answered is in the list, whichever process answered it.
        await audit.delivery.deliverAll();
        return listAuditEvents(scope, query);
      },
    },
    console: {
      searchAuditEvents: async (
        scope: OrganizationScope,
        { query }: { readonly query: AuditEventSearch },
      ) => {
        await audit.delivery.deliverAll();
        return searchAuditEvents(scope, resourceNames(), query);
      },
    },
    retention: {
      audit_events: (nowMs: number) => dropAuditEvents(db, nowMs - limits().audit_event_days * DAY_MS),
    },
    close: async (): Promise<void> => {
      audit.delivery.close();
      await audit.trail.close();
    },
  };
}
