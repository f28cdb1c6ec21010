import type { SsoStatus } from '@svc/contract';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<SsoStatus, Tone>> = { draft: 'neutral', active: 'good', disabled: 'warn' };

export function ConnectionStatus({ status }: { readonly status: SsoStatus }) {
  return <Badge tone={TONES[status]}>{singleSignOnStrings.connections.statuses[status]}</Badge>;
}
