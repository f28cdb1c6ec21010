import type { ApiKey } from '@svc/contract';
import { keyStrings } from '../../strings/keys.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<ApiKey['status'], Tone>> = {
  active: 'good',
  inactive: 'warn',
  expired: 'warn',
  revoked: 'danger',
};

/** Of an API key, or of an admin key. */
export function KeyStatus({ status }: { readonly status: ApiKey['status'] }) {
  return <Badge tone={TONES[status]}>{keyStrings.statuses[status]}</Badge>;
}
