import type { EngineProbe, NodeState } from '@svc/contract';
import { operatorEngineStrings as words } from '../../strings/operator-engines.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/text/format-time.ts';

type Key = NodeState['engines'][number]['keys'][number] | EngineProbe['keys'][number];

const TONES: Readonly<Record<NonNullable<Key['state']>, Tone>> = {
  ok: 'good',
  cooling: 'warn',
  out: 'danger',
};

/** The keys of an engine by name, and why calls are not sent with one. */
export function EngineKeys({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {keys.map(({ name, state, reason, until }) => (
        <li key={name} className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="break-all">{name}</span>
          <Badge tone={state ? TONES[state] : 'neutral'}>
            {state ? words.keyStates[state] : words.probe.unknown}
          </Badge>
          {reason && (
            <span className="text-quiet">
              {words.reasons[reason]}
              {until && `, ${words.until(formatDateTime(until))}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
