import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AuditFilters } from '../../api/audit.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan, useMe } from '../../api/session.ts';
import { auditStrings } from '../../strings/audit.ts';
import { Button } from '../../ui/button.tsx';
import { DateFilter } from '../../ui/form/date-range.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Card } from '../../ui/page.tsx';
import { SuggestField } from '../../ui/form/suggest-field.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { filtersOf } from './audit-route.ts';

const { filters: words } = auditStrings;

interface AuditFilterFormProps {
  readonly filters: AuditFilters;
  /** Names of events to choose from; any other can be typed. */
  readonly events: readonly string[];
}

/** Kept in the address, so that what was found can be passed on. */
export function AuditFilterForm({ filters, events }: AuditFilterFormProps) {
  const can = useCan();
  const { data: people = [] } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  const navigate = useNavigate({ from: '/audit' });
  const { from: _from, to: _to, ...otherFilters } = filters;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Card>
      <Form onSubmit={(values) => void navigate({ search: filtersOf(values) })}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <DateFilter
            value={filters}
            onChange={(range) => void navigate({ search: { ...otherFilters, ...range } })}
          />
          {filters.from && <input type="hidden" name="from" value={filters.from} />}
          {filters.to && <input type="hidden" name="to" value={filters.to} />}
          <SuggestField
            label={words.event}
            name="event"
            placeholder={words.eventHint}
            defaultValue={filters.event}
            suggestions={events.map((value) => ({ value }))}
          />
          <SuggestField
            label={words.actor}
            name="actor"
            placeholder={words.actorHint}
            defaultValue={filters.actor}
            suggestions={people.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
          />
          <TextField
            label={words.resource}
            name="resource"
            placeholder={words.resourceHint}
            defaultValue={filters.resource}
            spellCheck={false}
          />
          <WorkspaceFilter chosen={filters.workspace} />
        </div>
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            {words.apply}
          </Button>
          {isFiltered && <Button onClick={() => void navigate({ search: {} })}>{words.clear}</Button>}
        </div>
      </Form>
    </Card>
  );
}

function WorkspaceFilter({ chosen }: { readonly chosen: string | undefined }) {
  const { workspaces } = useMe();
  return (
    <SelectField label={words.workspace} name="workspace" defaultValue={chosen ?? ''}>
      <option value="">{words.anyWorkspace}</option>
      <NamedOptions of={workspaces} />
    </SelectField>
  );
}
