import { useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '@svc/contract';
import { useEffect } from 'react';
import { refresh } from '../../api/pages.ts';
import { WEBHOOKS } from '../../api/webhooks.ts';

const PAUSE_MS = 1500;

/** Reloads the log while it has a delivery without an attempt. */
export function useFreshDeliveries(deliveries: readonly WebhookDelivery[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const isAwaited = ({ status, attempt_count: count }: WebhookDelivery) =>
      status === 'pending' && count === 0;
    if (!deliveries.some(isAwaited)) return;
    const timer = setTimeout(() => void refresh(queries, WEBHOOKS), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [deliveries, queries]);
}
