import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '@svc/contract';
import { refresh } from '../../api/pages.ts';
import { firstAttemptOptions, ownerOf, testWebhook, WEBHOOKS } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { TestDialog } from '../../ui/form/test-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { attemptResult } from './attempt-result.ts';

const { test: words } = webhookStrings;

interface TestWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function TestWebhookDialog({ webhook, onClose }: TestWebhookDialogProps) {
  const queries = useQueryClient();
  const owner = ownerOf(webhook);
  const test = async () => {
    const delivery = await testWebhook(owner, webhook.id);
    await refresh(queries, WEBHOOKS);
    return delivery;
  };
  return (
    <TestDialog
      words={words}
      onTest={test}
      renderResult={(delivery) => <FirstAttempt key={delivery.id} owner={owner} delivery={delivery} />}
      onClose={onClose}
    />
  );
}

interface FirstAttemptProps {
  readonly owner: string;
  readonly delivery: WebhookDelivery;
}

/** The service sends it after it has answered, so what the endpoint said comes later. */
function FirstAttempt({ owner, delivery }: FirstAttemptProps) {
  const { data, error } = useQuery(firstAttemptOptions(owner, delivery));
  const attempt = data?.attempts[0];
  if (!attempt) return error ? <FormError error={error} /> : <p className="text-quiet">{words.waiting}</p>;
  const { succeeded, duration_ms: durationMs } = attempt;
  return (
    <Notice tone={succeeded ? 'good' : 'danger'}>
      <p className="font-medium">{succeeded ? words.succeeded : words.failed}</p>
      <p>{words.answer(attemptResult(attempt), durationMs)}</p>
    </Notice>
  );
}
