import type { BatchStatus } from '@svc/contract';
import { batchStrings } from '../../strings/batches.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<BatchStatus, Tone>> = {
  validating: 'accent',
  in_progress: 'accent',
  canceling: 'warn',
  completed: 'good',
  expired: 'warn',
  canceled: 'neutral',
  failed: 'danger',
};

export function BatchStatusBadge({ status }: { readonly status: BatchStatus }) {
  return <Badge tone={TONES[status]}>{batchStrings.statuses[status]}</Badge>;
}
