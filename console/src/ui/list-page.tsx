import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePagedList, type ListOptions } from '../api/pages.ts';
import { Button } from './button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

export interface ListWords {
  readonly lead: string;
  /** The name of the table. */
  readonly list: string;
  readonly empty: { readonly title: string; readonly text: string };
}

export interface ListPageProps<Row> {
  readonly words: ListWords;
  readonly icon: LucideIcon;
  readonly list: ListOptions<Row>;
  readonly refreshWhile?: ((rows: readonly Row[]) => boolean) | undefined;
  readonly columns: readonly Column<Row>[];
  /** What makes a row, for who may. Where there are none, the button is in their place. */
  readonly action?:
    | { readonly icon: LucideIcon; readonly label: string; readonly onAct: () => void }
    | undefined;
  /** What is said of an empty list in place of `words.empty.text`. */
  readonly emptyText?: string | undefined;
  /** Above the table. */
  readonly filters?: ReactNode;
  /** Dialogs, and what is below the table. */
  readonly children?: ReactNode;
}

/** A page that is a list: its rows, the button that makes one, and what is said while there are none. */
export function ListPage<Row extends { readonly id: string }>({
  words,
  icon,
  list: options,
  refreshWhile,
  columns,
  action,
  emptyText = words.empty.text,
  filters,
  children,
}: ListPageProps<Row>) {
  const list = usePagedList(options, refreshWhile);
  const button = action && (
    <Button look="primary" icon={action.icon} onClick={action.onAct}>
      {action.label}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  return (
    <Page lead={words.lead} actions={!isEmpty && button}>
      {filters}
      <DataTable
        label={words.list}
        columns={columns}
        list={list}
        rowKey={idOf}
        empty={
          <EmptyState icon={icon} title={words.empty.title} action={button}>
            {emptyText}
          </EmptyState>
        }
      />
      {children}
    </Page>
  );
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
