import type { RequestRecord } from '@svc/contract';
import { requestStrings } from '../../strings/requests.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/page.tsx';
import { formatDuration } from '../../ui/text/format.ts';
import { callPhases, type Phase } from './call-phases.ts';

const { timeline: words } = requestStrings;
const COLORS: Readonly<Record<Phase['name'], string>> = {
  queued: 'bg-edge',
  waiting: 'bg-warn',
  output: 'bg-accent',
};

/** From its arrival to its end. The bars only draw what the numbers say. */
export function TimelineCard({ record }: { readonly record: RequestRecord }) {
  const phases = callPhases(record);
  const totalMs = record.duration_ms ?? 0;
  return (
    <Card title={words.title} lead={noteOn(record)}>
      {phases.length === 0 ? (
        <p className="text-quiet">{words.unknown}</p>
      ) : (
        <dl className="flex flex-col gap-2">
          {phases.map((phase) => (
            <PhaseRow key={phase.name} phase={phase} totalMs={totalMs} />
          ))}
          <div className="flex justify-between gap-4 border-t border-line pt-2 font-medium">
            <dt>{words.total}</dt>
            <dd className="tabular-nums">{formatDuration(totalMs)}</dd>
          </div>
        </dl>
      )}
    </Card>
  );
}

function noteOn({ queued_ms: queued, first_output_ms: first, duration_ms: duration }: RequestRecord) {
  if (duration === null || first !== null) return undefined;
  return queued === null ? words.notAsked : words.noOutput;
}

function PhaseRow({ phase, totalMs }: { readonly phase: Phase; readonly totalMs: number }) {
  const { name, startMs, endMs } = phase;
  const share = (ms: number) => `${totalMs === 0 ? 0 : (100 * ms) / totalMs}%`;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 md:grid-cols-[11rem_1fr_6rem]">
      <dt>{words[name]}</dt>
      <dd className="text-right tabular-nums md:order-last">{formatDuration(endMs - startMs)}</dd>
      <div aria-hidden className="col-span-2 h-3 rounded bg-sunken md:col-span-1">
        <div
          // Own colours where the system forces its own, or the bars would vanish.
          className={classNames('h-full min-w-0.5 rounded forced-color-adjust-none', COLORS[name])}
          style={{ marginLeft: share(startMs), width: share(endMs - startMs) }}
        />
      </div>
    </div>
  );
}
