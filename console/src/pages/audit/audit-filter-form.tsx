import { useNavigate } from '@tanstack/react-router';
import type { AuditFilters } from '../../api/audit.ts';
import { useMe } from '../../api/session.ts';
import { auditStrings } from '../../strings/audit.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { filtersOf } from './audit-route.ts';

const { filters: words } = auditStrings;

/** Kept in the address, so that what was found can be passed on. */
export function AuditFilterForm({ filters }: { readonly filters: AuditFilters }) {
  const { workspaces } = useMe();
  const navigate = useNavigate({ from: '/audit' });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Card>
      <Form onSubmit={(values) => void navigate({ search: filtersOf(values) })}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField label={words.from} name="from" type="date" defaultValue={filters.from} />
          <TextField label={words.to} name="to" type="date" defaultValue={filters.to} />
          <TextField label={words.event} name="event" placeholder={words.eventHint} defaultValue={filters.event} spellCheck={false} />
          <TextField label={words.actor} name="actor" defaultValue={filters.actor} spellCheck={false} />
          <TextField label={words.resource} name="resource" defaultValue={filters.resource} spellCheck={false} />
          <SelectField label={words.workspace} name="workspace" defaultValue={filters.workspace ?? ''}>
            <option value="">{words.anyWorkspace}</option>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
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
