import { useNavigate } from '@tanstack/react-router';
import type { ManagedOrganization } from '@svc/contract';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { managedOrganizationList } from '../../api/operator-organizations.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { controlClass } from '../../ui/form/control-class.ts';
import { Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateOrganizationDialog } from './create-organization-dialog.tsx';
import { ORGANIZATION_COLUMNS } from './organization-columns.tsx';
import { operatorOrganizationsRoute } from './operator-organizations-route.ts';

const { organizations: words } = operatorStrings;
const idOf = ({ id }: ManagedOrganization) => id;

export function OperatorOrganizationsPage() {
  const { search } = operatorOrganizationsRoute.useSearch();
  const list = usePagedList(managedOrganizationList(search));
  const mayChange = useMayChange();
  const [isCreating, setIsCreating] = useState(false);
  const empty = (
    <EmptyState icon={Building2} title={words.empty.title}>
      {search === undefined ? words.empty.text : words.empty.filtered}
    </EmptyState>
  );
  return (
    <Page
      lead={words.lead}
      actions={
        mayChange && (
          <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
            {words.create}
          </Button>
        )
      }
    >
      <SearchForm search={search} />
      <DataTable label={words.list} columns={ORGANIZATION_COLUMNS} list={list} rowKey={idOf} empty={empty} />
      {isCreating && <CreateOrganizationDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function SearchForm({ search }: { readonly search: string | undefined }) {
  const navigate = useNavigate();
  return (
    <Form
      onSubmit={(values) => {
        const text = values('search').trim();
        void navigate({ to: '/operator', search: text === '' ? {} : { search: text } });
      }}
    >
      <div className="flex max-w-md gap-2">
        <input
          key={search}
          type="search"
          name="search"
          aria-label={words.search}
          placeholder={words.searchHint}
          defaultValue={search}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          className={controlClass()}
        />
        <Button type="submit">{words.find}</Button>
      </div>
    </Form>
  );
}
