import type { EngineProbe } from '@svc/contract';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<EngineProbe['status'], Tone>> = {
  ok: 'good',
  degraded: 'warn',
  failed: 'danger',
};

export function ProbeStatus({ status }: Pick<EngineProbe, 'status'>) {
  return <Badge tone={TONES[status]}>{operatorEngineStrings.probe.statuses[status]}</Badge>;
}
