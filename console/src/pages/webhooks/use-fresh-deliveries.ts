import { useQueryClient } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '@svc/contract';
import { useEffect } from 'react';
import { refresh } from '../../api/pages.ts';
import { WEBHOOKS } from '../../api/webhooks.ts';

const PAUSE_MS = 1500;

/** Reloads both while the log has a delivery without an attempt, or an attempt that the webhook, read before it, does not tell of. */
export function useFreshDeliveries(webhook: Webhook, deliveries: readonly WebhookDelivery[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const lastAt = webhook.last_delivery?.at ?? '';
    const isNews = ({ status, attempt_count: count, attempts }: WebhookDelivery) =>
      (status === 'pending' && count === 0) || attempts.some(({ at }) => at > lastAt);
    if (!deliveries.some(isNews)) return;
    const timer = setTimeout(() => void refresh(queries, WEBHOOKS), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [webhook, deliveries, queries]);
}
