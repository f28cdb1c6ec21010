import type { AuditGroup } from '@svc/contract';
import words from './audit-words.json' with { type: 'json' };

const GROUP_NAMES = {
  keys: 'API keys',
  admin: 'Admin API',
  people: 'People',
  workspaces: 'Workspaces',
  organization: 'Organization and billing',
  signIn: 'Sign-in',
  resources: 'Files, webhooks and more',
} as const satisfies Readonly<Record<AuditGroup, string>>;

export interface AuditEventGroup {
  readonly id: AuditGroup;
  readonly name: string;
  /** What the log calls each event. */
  readonly events: Readonly<Record<string, string>>;
}

const ids = Object.keys(GROUP_NAMES) as readonly AuditGroup[];

/** Events by what they are about. */
export const auditEventGroups: readonly AuditEventGroup[] = ids.map((id) => ({
  id,
  name: GROUP_NAMES[id],
  events: words.events[id],
}));

const EVENT_NAMES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...auditEventGroups.map(({ events }) => events),
);

/** What an event is called; one of a newer version by its own name. */
export function auditEventName(event: string): string {
  return EVENT_NAMES[event] ?? event;
}

export function findAuditEventGroup(id: string): AuditEventGroup | undefined {
  return auditEventGroups.find((group) => group.id === id);
}

const KINDS: Readonly<Record<string, string>> = words.kinds;

/** What an event is about, in words; a kind of a newer version by its own name. */
export function auditKindName(type: string): string {
  return KINDS[type] ?? type;
}
