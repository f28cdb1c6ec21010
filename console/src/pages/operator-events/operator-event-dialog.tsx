import type { OperatorEvent } from '@svc/contract';
import { operatorStrings } from '../../strings/operator.ts';
import { ChangesTable } from '../../ui/changes-table.tsx';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { events: words, roles } = operatorStrings;
const { detail } = words;

/** Who did it, as a person recognises them. */
export function operatorName({ actor }: OperatorEvent): string {
  if (actor.type === 'command') return words.command;
  return actor.name ?? actor.id ?? words.unknown;
}

interface OperatorEventDialogProps {
  readonly event: OperatorEvent;
  readonly onClose: () => void;
}

export function OperatorEventDialog({ event, onClose }: OperatorEventDialogProps) {
  const { actor, details, resource, organization_id: organization, request_id: request } = event;
  return (
    <Dialog title={event.event} open onClose={onClose} wide>
      <div className="flex flex-col gap-6">
        <Facts
          facts={{
            [detail.time]: <Moment at={event.created_at} />,
            [detail.actor]: operatorName(event),
            [detail.role]: actor.role === null ? undefined : roles[actor.role],
            [detail.resource]: resource ? <CopyText text={resource.id} what={detail.resource} /> : undefined,
            [detail.organization]:
              organization === null ? undefined : <CopyText text={organization} what={detail.organization} />,
            [detail.operation]: details.operation,
            [detail.outcome]: outcomeOf(details),
            [detail.address]: event.ip_address ?? undefined,
            [detail.agent]: event.user_agent ?? undefined,
            [detail.request]:
              request === null ? undefined : <CopyText text={request} what={detail.request} />,
          }}
        />
        <ChangesTable title={detail.changes} changes={event.changes} />
      </div>
    </Dialog>
  );
}

function outcomeOf({ status, code }: OperatorEvent['details']): string | undefined {
  const parts = [status, code].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
