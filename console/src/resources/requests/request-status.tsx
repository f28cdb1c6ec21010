import type { RequestSummary } from '@svc/contract';
import { requestStrings as words } from '../../strings/requests.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

type Outcome = RequestSummary['outcome'];

const TONES: Readonly<Record<Outcome, Tone>> = {
  completed: 'good',
  client_closed: 'warn',
  failed: 'danger',
  refused: 'danger',
};

type Ended = Pick<RequestSummary, 'outcome' | 'status'>;

/** "429", "200 Failed": a stream that broke off has begun with 200, and some callers leave before there is a status. */
function statusText({ outcome, status }: Ended): string {
  const word = words.outcomes[outcome];
  if (status === null) return word;
  return status === 200 && outcome !== 'completed' ? `${status} ${word}` : String(status);
}

export function RequestStatus(request: Ended) {
  return <Badge tone={TONES[request.outcome]}>{statusText(request)}</Badge>;
}
