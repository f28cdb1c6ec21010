import type { WebhookStatus } from '@svc/contract';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';

export function WebhookStatusBadge({ status }: { readonly status: WebhookStatus }) {
  return <Badge tone={status === 'enabled' ? 'good' : 'warn'}>{webhookStrings.statuses[status]}</Badge>;
}
