import { Boxes } from 'lucide-react';
import type { ListOptions } from '../api/pages.ts';
import { EmptyState } from './empty-state.tsx';
import { NamedOptions } from './form/named-options.tsx';
import { SelectField } from './form/text-field.tsx';
import { ListPage, type ListPageProps, type ListWords } from './list-page.tsx';
import { Page } from './page.tsx';

/** Whose rows they are: a workspace, or of some lists the organization. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

interface WorkspaceListPageProps<Row> extends Omit<ListPageProps<Row>, 'list' | 'words'> {
  readonly words: ListWords & { readonly noWorkspace: { readonly title: string; readonly text: string } };
  readonly listOf: (ownerId: string) => ListOptions<Row>;
  /** Undefined: there is none that the person may use. */
  readonly owner: Owner | undefined;
}

/** A page with the list of what belongs to a workspace. With another workspace it is another list, from its beginning. */
export function WorkspaceListPage<Row extends { readonly id: string }>({
  owner,
  listOf,
  ...list
}: WorkspaceListPageProps<Row>) {
  const { words } = list;
  if (owner) return <ListPage key={owner.id} list={listOf(owner.id)} {...list} />;
  return (
    <Page lead={words.lead}>
      <EmptyState icon={Boxes} title={words.noWorkspace.title}>
        {words.noWorkspace.text}
      </EmptyState>
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
