import { DocsLink } from '../../ui/docs-link.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { SpendLimit } from '@svc/contract';
import { CircleDollarSign, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { SPEND_LIMITS, spendLimitList } from '../../api/limits.ts';
import { usePagedList } from '../../api/pages.ts';
import { useCan, useMe } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCents } from '../../ui/text/format.ts';
import { MeterBar } from '../../ui/meter.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { SpendLimitDialog } from './spend-limit-dialog.tsx';
import { useScopeNames } from './use-scope-names.ts';

const { spend: words } = limitStrings;
const { columns: heads } = words;
const idOf = (limit: SpendLimit) => limit.id;

interface ScopeProps {
  readonly name: string;
  /** Undefined for who may not. */
  readonly onChange: (() => void) | undefined;
}

function Scope({ name, onChange }: ScopeProps) {
  if (!onChange) return <span className="font-medium">{name}</span>;
  return (
    <button
      type="button"
      onClick={onChange}
      className="row-target max-w-full truncate rounded text-left font-medium"
    >
      {name}
    </button>
  );
}

interface SpentProps extends ScopeProps {
  readonly limit: SpendLimit;
}

function Spent({ limit: { spent_usd: spent, limit_usd: limit }, name, onChange }: SpentProps) {
  const isFull = Number(spent) >= Number(limit);
  return (
    <div className="flex items-center justify-end gap-2">
      <div className="flex min-w-32 flex-1 flex-col gap-1">
        <span className={classNames('tabular-nums', isFull && 'font-medium text-danger')}>
          {words.of(formatCents(spent), formatCents(limit))}
        </span>
        <MeterBar used={Number(spent)} limit={Number(limit)} />
      </div>
      {/* The row opens the same dialog, but does not look like it: raising a limit is what most people come for. */}
      {onChange && <IconButton icon={Pencil} label={words.set.changeOf(name)} onClick={onChange} />}
    </div>
  );
}

/** What is open over the list. */
type Open = 'set' | { readonly change: SpendLimit } | { readonly remove: SpendLimit } | undefined;

export function SpendTab() {
  const list = usePagedList(spendLimitList());
  const nameOf = useScopeNames();
  const [open, setOpen] = useState<Open>();
  const columns = useSpendColumns(nameOf, setOpen);
  const close = () => setOpen(undefined);
  const empty = (
    <EmptyState icon={CircleDollarSign} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-quiet">
          {words.lead} <DocsLink to="spendLimits" />
        </p>
        <Button look="primary" icon={Plus} onClick={() => setOpen('set')}>
          {words.set.action}
        </Button>
      </div>
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {open === 'set' && <SpendLimitDialog onClose={close} />}
      {typeof open === 'object' && 'change' in open && (
        <SpendLimitDialog limit={open.change} name={nameOf(open.change.scope)} onClose={close} />
      )}
      {typeof open === 'object' && 'remove' in open && (
        <RemoveSpendLimitDialog limit={open.remove} name={nameOf(open.remove.scope)} onClose={close} />
      )}
    </div>
  );
}

function useSpendColumns(
  nameOf: (scope: SpendLimit['scope']) => string,
  open: (what: Open) => void,
): readonly Column<SpendLimit>[] {
  const maySet = useMaySet();
  return [
    {
      header: heads.scope,
      cell: (limit) => (
        <Scope
          name={nameOf(limit.scope)}
          onChange={maySet(limit) ? () => open({ change: limit }) : undefined}
        />
      ),
    },
    {
      header: heads.spent,
      align: 'right',
      width: 'w-68',
      wide: true,
      cell: (limit) => (
        <Spent
          limit={limit}
          name={nameOf(limit.scope)}
          onChange={maySet(limit) ? () => open({ change: limit }) : undefined}
        />
      ),
    },
    { header: heads.resets, width: 'w-36', wide: true, cell: ({ resets_at: at }) => <Ago at={at} /> },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (limit) =>
        maySet(limit) && (
          <SpendMenu
            name={nameOf(limit.scope)}
            onChange={() => open({ change: limit })}
            onRemove={() => open({ remove: limit })}
          />
        ),
    },
  ];
}

interface SpendMenuProps {
  readonly name: string;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function SpendMenu({ name, onChange, onRemove }: SpendMenuProps) {
  return (
    <RowMenu label={words.actions(name)}>
      <MenuItem icon={Pencil} onSelect={onChange}>
        {words.set.change}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={onRemove}>
        {words.remove.action}
      </MenuItem>
    </RowMenu>
  );
}

/** The limit of the organization is the owners' own, and that of an archived workspace stays as it is. */
function useMaySet(): (limit: SpendLimit) => boolean {
  const can = useCan();
  const { workspaces } = useMe();
  return ({ scope }) => {
    if (scope.type === 'organization') return can('owners.manage');
    return scope.type !== 'workspace' || workspaces.some(({ id }) => id === scope.workspace_id);
  };
}

interface RemoveSpendLimitDialogProps {
  readonly limit: SpendLimit;
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveSpendLimitDialog({ limit, name, onClose }: RemoveSpendLimitDialogProps) {
  const queries = useQueryClient();
  const remove = async () => {
    await call('deleteSpendLimit', { path: { spend_limit_id: limit.id } });
    await queries.invalidateQueries({ queryKey: SPEND_LIMITS });
    toast(words.remove.done);
  };
  return (
    <ConfirmDialog
      title={words.remove.title(name)}
      open
      onClose={onClose}
      onConfirm={remove}
      action={words.remove.action}
    >
      <p>{words.remove.text}</p>
    </ConfirmDialog>
  );
}
