import { useState } from 'react';
import type { MarginTime } from '../../api/operator-margins.ts';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import { searchNames } from '../../strings/search-names.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { marginTimes } from './margin-times.ts';

interface MarginTimeFieldsProps {
  readonly time: MarginTime;
  readonly onChange: (time: MarginTime) => void;
}

/** A kind of period, and which one. */
export function MarginTimeFields({ time: { period, start }, onChange }: MarginTimeFieldsProps) {
  const [nowMs] = useState(() => Date.now());
  const [running, ...others] = marginTimes(period, nowMs);
  const names = Object.fromEntries([
    [running!.start, words.soFar(running!.name)],
    ...others.map((one) => [one.start, one.name]),
  ]) as Record<string, string>;
  return (
    <>
      <ChoiceField
        label={words.period}
        value={period}
        names={searchNames.marginPeriods}
        onChange={(chosen) => onChange({ period: chosen, start: undefined })}
      />
      <ChoiceField
        label={words.start[period]}
        value={start ?? running!.start}
        names={start === undefined || start in names ? names : { [start]: start, ...names }}
        onChange={(chosen) => onChange({ period, start: chosen === running!.start ? undefined : chosen })}
      />
    </>
  );
}
