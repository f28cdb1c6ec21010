import { Link } from '@tanstack/react-router';
import type { NamedAuditEvent } from '@svc/contract';
import { auditStrings } from '../../strings/audit.ts';
import { auditKindName } from '../../strings/audit-events.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RowLink } from '../../ui/row-link.tsx';

const { detail: words } = auditStrings;

/** What an event is about, in a row: its name leads to it. An id without a name can be copied. */
export function AuditResource({ event }: { readonly event: NamedAuditEvent }) {
  const { id, name } = event.resource;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="flex min-w-0 flex-col leading-tight">
        <span className="truncate" title={name ?? id}>
          <ResourceName event={event} />
        </span>
        <span className="truncate text-[13px] text-quiet">{auditKindName(event.resource.type)}</span>
      </span>
      {name === null && <CopyButton text={id} what={words.resourceId} />}
    </span>
  );
}

/** With a link, where there is a page of it. */
export function ResourceName({ event }: { readonly event: NamedAuditEvent }) {
  const { type, id, name } = event.resource;
  const shown = name ?? <code className="font-mono text-[13px] text-quiet">{id}</code>;
  if (name === null) return shown;
  const looks = 'rounded underline decoration-edge underline-offset-4 hover:decoration-current';
  if (type === 'api_key')
    return (
      <RowLink list="/keys" id={id} className={looks}>
        {shown}
      </RowLink>
    );
  if (type === 'workspace')
    return (
      <RowLink list="/workspaces" id={id} className={looks}>
        {shown}
      </RowLink>
    );
  if (type === 'user')
    return (
      <Link to="/members" search={{ q: id }} className={looks}>
        {shown}
      </Link>
    );
  if (type === 'webhook')
    return (
      <Link
        to="/webhooks/$owner/$webhookId"
        params={{ owner: event.workspace_id ?? 'organization', webhookId: id }}
        className={looks}
      >
        {shown}
      </Link>
    );
  return shown;
}
