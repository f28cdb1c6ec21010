import { Boxes, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePagedList, type ListOptions } from '../api/pages.ts';
import { Button } from './button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { NamedOptions } from './form/named-options.tsx';
import { SelectField } from './form/text-field.tsx';
import { Page } from './page.tsx';

/** Whose rows they are: a workspace, or of some lists the organization. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

interface Words {
  readonly title: string;
  readonly lead: string;
  /** The name of the table. */
  readonly list: string;
  readonly empty: { readonly title: string; readonly text: string };
  readonly noWorkspace: { readonly title: string; readonly text: string };
}

interface OwnedListProps<Row> {
  readonly words: Words;
  readonly icon: LucideIcon;
  readonly listOf: (ownerId: string) => ListOptions<Row>;
  readonly refreshWhile?: (rows: readonly Row[]) => boolean;
  readonly columns: readonly Column<Row>[];
  /** What makes a row. Where there are none, the button is in their place. */
  readonly action?: { readonly icon: LucideIcon; readonly label: string; readonly onAct: () => void };
  /** What is said of an empty list in place of `words.empty.text`. */
  readonly emptyText?: string | undefined;
  /** Above the table: the choice of the owner, among other things. */
  readonly filters?: ReactNode;
  /** Dialogs, and what is below the table. */
  readonly children?: ReactNode;
}

interface WorkspaceListPageProps<Row> extends OwnedListProps<Row> {
  /** Undefined: there is none that the person may use. */
  readonly owner: Owner | undefined;
}

/** A page with the list of what belongs to a workspace. With another workspace it is another list, from its beginning. */
export function WorkspaceListPage<Row extends { readonly id: string }>({
  owner,
  ...list
}: WorkspaceListPageProps<Row>) {
  const { words } = list;
  if (owner) return <OwnedList key={owner.id} ownerId={owner.id} {...list} />;
  return (
    <Page title={words.title} lead={words.lead}>
      <EmptyState icon={Boxes} title={words.noWorkspace.title}>
        {words.noWorkspace.text}
      </EmptyState>
    </Page>
  );
}

function OwnedList<Row extends { readonly id: string }>({
  ownerId,
  words,
  listOf,
  refreshWhile,
  columns,
  action,
  filters,
  children,
  ...empty
}: OwnedListProps<Row> & { readonly ownerId: string }) {
  const list = usePagedList(listOf(ownerId), refreshWhile);
  const button = action && (
    <Button look="primary" icon={action.icon} onClick={action.onAct}>
      {action.label}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && button}>
      {filters}
      <DataTable
        label={words.list}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={empty.icon} title={words.empty.title} action={button}>
            {empty.emptyText ?? words.empty.text}
          </EmptyState>
        }
      />
      {children}
    </Page>
  );
}

interface OwnerFieldProps {
  readonly label: string;
  readonly owner: Owner | undefined;
  /** All that one may choose from. */
  readonly owners: readonly Owner[];
  readonly onChoose: (ownerId: string) => void;
}

/** Where there is a choice. */
export function OwnerField({ label, owner, owners, onChoose }: OwnerFieldProps) {
  return (
    owners.length > 1 && (
      <div className="max-w-60">
        <SelectField label={label} value={owner?.id} onChange={({ target }) => onChoose(target.value)}>
          <NamedOptions of={owners} />
        </SelectField>
      </div>
    )
  );
}
