import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Billing } from '@svc/contract';
import { useState } from 'react';
import { billingOptions, setCreditsEnabled } from '../../api/billing.ts';
import { useCan } from '../../api/session.ts';
import { billingStrings } from '../../strings/billing.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Card } from '../../ui/page.tsx';
import { Usd } from '../../ui/text/usd.tsx';

const { credits: words } = billingStrings;

interface CreditsCardProps {
  readonly billing: Billing;
}

export function CreditsCard({ billing: { credits, manual_payments: manual } }: CreditsCardProps) {
  const can = useCan();
  const { balance_usd: balance, enabled } = credits;
  return (
    <Card title={words.title}>
      <p className="text-2xl font-semibold tracking-tight">
        <Usd amount={balance} />
      </p>
      <p className="mt-1 text-[13px] text-quiet">{enabled ? words.on : words.off}</p>
      {can('billing.manage') &&
        (manual === 'owners' ? (
          <CreditsSwitch enabled={enabled} />
        ) : (
          <p className="mt-3 text-[13px]">
            {!enabled && `${words.byOperator} `}
            {words.adding[manual]}
          </p>
        ))}
    </Card>
  );
}

function CreditsSwitch({ enabled }: { readonly enabled: boolean }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const change = async (next: boolean): Promise<void> => {
    queries.setQueryData(billingOptions.queryKey, await setCreditsEnabled(next));
    toast(next ? words.turnedOn : words.turnedOff);
  };
  const turnOn = useMutation({ mutationFn: () => change(true) });
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <FormError error={turnOn.error} />
      {enabled ? (
        <Button onClick={() => setIsAsking(true)}>{words.turnOff}</Button>
      ) : (
        <Button busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {words.turnOn}
        </Button>
      )}
      <ConfirmDialog
        title={words.confirm.title}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => change(false)}
        action={words.turnOff}
      >
        <p>{words.confirm.text}</p>
      </ConfirmDialog>
    </div>
  );
}
