import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '@svc/contract';
import { refresh } from '../../api/pages.ts';
import { payloadOptions, redeliver, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { AttemptTable } from './attempt-table.tsx';
import { DeliveryStatusBadge } from './delivery-columns.tsx';

const { delivery: words } = webhookStrings;

interface DeliveryDialogProps {
  readonly owner: string;
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}

export function DeliveryDialog({ owner, delivery, onClose }: DeliveryDialogProps) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: async () => {
      await redeliver(owner, delivery);
      toast(words.redelivered);
      onClose();
      await refresh(queries, WEBHOOKS);
    },
  });
  return (
    <Dialog title={words.title(delivery.event_type)} open onClose={onClose} wide>
      <div className="flex flex-col gap-5">
        <DeliveryFacts delivery={delivery} />
        <AttemptTable attempts={delivery.attempts} />
        <Payload owner={owner} delivery={delivery} />
        <FormError error={again.error} />
        <DialogActions>
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            {words.redeliver}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { facts: names } = words;
  return (
    <Facts
      facts={{
        [names.status]: <DeliveryStatusBadge status={delivery.status} />,
        [names.event]: <code className="font-mono text-[13px]">{delivery.event_id}</code>,
        [names.repeats]: delivery.redelivery_of ?? undefined,
        [names.created]: <Moment at={delivery.created_at} />,
        [names.next]:
          delivery.next_attempt_at === null ? undefined : <Moment at={delivery.next_attempt_at} />,
      }}
    />
  );
}

function Payload({ owner, delivery }: Pick<DeliveryDialogProps, 'owner' | 'delivery'>) {
  const { data, error } = useQuery(payloadOptions(owner, delivery));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{words.payload}</h3>
      {data ? <CodeBlock code={indented(data.body)} what={words.payload} /> : <FormError error={error} />}
    </div>
  );
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), undefined, 2);
}
