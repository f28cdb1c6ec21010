import type { NamedAuditEvent } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { auditStrings } from '../../strings/audit.ts';
import { auditEventName } from '../../strings/audit-events.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { ChangesTable } from '../../ui/changes-table.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { ResourceName } from './audit-resource.tsx';
import { RequestLink } from '../../resources/requests/request-link.tsx';

const { detail: words } = auditStrings;

/** Who did it, as a person recognises them. */
export function actorName({ actor }: NamedAuditEvent): string {
  if (actor.type === 'system') return auditStrings.system;
  if (actor.type === 'operator') return auditStrings.operator;
  return actor.name ?? actor.email ?? actor.id ?? auditStrings.nobody;
}

export function AuditEventDialog({
  event,
  onClose,
}: {
  readonly event: NamedAuditEvent;
  readonly onClose: () => void;
}) {
  const { workspaces } = useMe();
  const { actor, details, workspace_id: workspace } = event;
  return (
    <Dialog title={auditEventName(event.event)} open onClose={onClose} wide>
      <div className="flex flex-col gap-6">
        <Facts
          facts={{
            [words.time]: <Moment at={event.created_at} />,
            [words.actor]:
              actor.name === null || actor.email === null
                ? actorName(event)
                : `${actor.name} · ${actor.email}`,
            [words.role]: actor.role ?? undefined,
            [words.resource]: event.resource.name === null ? undefined : <ResourceName event={event} />,
            [words.resourceId]: <CopyText text={event.resource.id} what={words.resourceId} />,
            [words.workspace]:
              workspace === null
                ? undefined
                : (workspaces.find(({ id }) => id === workspace)?.name ?? workspace),
            [words.address]: event.ip_address ?? undefined,
            [words.agent]: event.user_agent ?? undefined,
            [words.call]:
              details.path === undefined
                ? undefined
                : `${details.method} ${details.path} ${details.status ?? ''}`,
            [words.tool]: details.tool,
            [words.reason]: details.reason,
            [words.request]:
              event.request_id === null ? undefined : (
                <EventRequest event={event.event} id={event.request_id} />
              ),
            [words.name]: <code className="font-mono text-[13px]">{event.event}</code>,
            [words.id]: <CopyText text={event.id} what={words.id} />,
          }}
        />
        <ChangesTable title={words.changes} changes={event.changes} />
      </div>
    </Dialog>
  );
}

/** Of these events alone the request may have called a model; others have no record to lead to. */
const OF_CALLS: ReadonlySet<string> = new Set(['api_key.ip_denied', 'inference_hook.denied']);

function EventRequest({ event, id }: { readonly event: string; readonly id: string }) {
  return OF_CALLS.has(event) ? <RequestLink id={id} /> : <CopyText text={id} what={words.request} />;
}
