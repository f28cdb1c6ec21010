import type { TunnelStatus } from '@svc/contract';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<TunnelStatus, Tone>> = {
  connected: 'good',
  disconnected: 'warn',
  disabled: 'neutral',
};

export function TunnelStatusBadge({ status }: { readonly status: TunnelStatus }) {
  return <Badge tone={TONES[status]}>{tunnelStrings.statuses[status]}</Badge>;
}
