import type { Webhook } from '@svc/contract';
import { webhookStrings as words } from '../../strings/webhooks.ts';
import { Ago } from '../../ui/text/time.tsx';

export function LastDelivery({ last }: { readonly last: Webhook['last_delivery'] }) {
  if (last === null) return <span className="text-quiet">{words.never}</span>;
  return (
    <span className={last.succeeded ? undefined : 'text-danger'}>
      {last.succeeded ? words.succeeded : words.failed} <Ago at={last.at} />
    </span>
  );
}
