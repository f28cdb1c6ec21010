import { type AuditGroup, type Resource, RESOURCES } from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

/** What the Console's audit log calls events and what they are about: the Console may not load the contract. */
export function outputs(): Promise<GeneratedFile[]> {
  const events: Partial<Record<AuditGroup, Record<string, string>>> = {};
  const kinds: Record<string, string> = {};
  for (const { type, kind, audit = {} } of RESOURCES as readonly Resource[]) {
    if (kind !== undefined) kinds[type] = kind;
    for (const [group, names] of Object.entries(audit) as [AuditGroup, Record<string, string>][])
      events[group] = { ...events[group], ...names };
  }
  const text = `${JSON.stringify({ events, kinds }, null, 2)}\n`;
  return Promise.resolve([{ path: 'console/src/strings/audit-words.json', text }]);
}
