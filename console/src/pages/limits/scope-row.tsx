import { useQuery } from '@tanstack/react-query';
import type { SpendLimit } from '@svc/contract';
import { useState } from 'react';
import { spendLimitOptions, type SpendScope } from '../../api/limits.ts';
import { useCan } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';
import type { Row } from '../../ui/form/rows/row.ts';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatUsd } from '../../ui/text/format.ts';
import { useScopeChoices } from './use-scope-names.ts';

const { set: words, scopes } = limitStrings.spend;
type ScopeType = SpendLimit['scope']['type'];

/** What a new limit is for: its kind, and which one. */
export const scopeRow: Row<SpendScope> = {
  render: () => <ScopeFields />,
  read: (values) => scopeOf(values('type') as ScopeType, values('which')),
};

function scopeOf(type: ScopeType, id: string): SpendScope {
  if (type === 'workspace') return { type, workspace_id: id };
  if (type === 'member') return { type, user_id: id };
  return type === 'group' ? { type, group_id: id } : { type };
}

function ScopeFields() {
  const can = useCan();
  const choices = useScopeChoices();
  const types = (Object.keys(scopes) as ScopeType[]).filter(
    (type) => type !== 'organization' || can('owners.manage'),
  );
  const [type, setType] = useState<ScopeType>(types[0] ?? 'workspace');
  const [picked, setPicked] = useState<string>();
  const offered = type === 'organization' ? [] : choices[type];
  // A select shows its first option until another is picked.
  const which = offered.some(({ id }) => id === picked) ? picked : offered[0]?.id;
  return (
    <>
      <SelectField
        label={words.scope}
        name="type"
        value={type}
        onChange={({ target }) => setType(target.value as ScopeType)}
      >
        <ValueOptions of={scopes} values={types} />
      </SelectField>
      {type !== 'organization' && (
        <SelectField
          label={words.which}
          name="which"
          required
          param="scope"
          value={which}
          onChange={({ target }) => setPicked(target.value)}
          hint={offered.length === 0 ? words.none : undefined}
        >
          <NamedOptions of={offered} />
        </SelectField>
      )}
      {(type === 'organization' || which !== undefined) && (
        <ReplacedLimit scope={scopeOf(type, which ?? '')} />
      )}
    </>
  );
}

/** A limit that is set once more replaces the one there is. */
function ReplacedLimit({ scope }: { readonly scope: SpendScope }) {
  const { data: limit } = useQuery(spendLimitOptions(scope));
  return (
    <div role="status">
      {limit && <Notice tone="warn">{words.replaces(formatUsd(limit.limit_usd))}</Notice>}
    </div>
  );
}
