import type { NodeState } from '@svc/contract';
import { operatorEngineStrings as words } from '../../strings/operator-engines.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/text/format-time.ts';

type Engine = NodeState['engines'][number];
type Key = Engine['keys'][number];

const TONES: Readonly<Record<Key['state'], Tone>> = { ok: 'good', cooling: 'warn', out: 'danger' };

/** The keys of an engine by name, and why calls are not sent with one. */
export function EngineKeys({ engine }: { readonly engine: Engine }) {
  return (
    <ul className="flex flex-col gap-1">
      {engine.keys.map(({ name, state, reason, until }) => (
        <li key={name} className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="break-all">{name}</span>
          <Badge tone={TONES[state]}>{words.keyStates[state]}</Badge>
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
