import type { AdminKey, ManagedKey } from '@svc/contract';
import { Ban } from 'lucide-react';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatCents, formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { KeyStatus } from '../../resources/keys/key-status.tsx';

const { keys: words, adminKeys: adminWords } = operatorResourceStrings;

type AnyKey = ManagedKey | AdminKey;
/** Absent for who may not. */
type OnRevoke<Key> = ((key: Key) => void) | undefined;

export function managedKeyColumns(onRevoke: OnRevoke<ManagedKey>): readonly Column<ManagedKey>[] {
  const { columns: heads } = words;
  return [
    {
      header: heads.name,
      cell: ({ name, prefix, hint, created_by: { email } }) => (
        <TwoLines first={name} second={`${prefix}…${hint}, ${email}`} />
      ),
    },
    {
      header: heads.workspace,
      width: 'w-40',
      wide: true,
      cell: (one) => <span className="break-words whitespace-normal">{one.workspace_name}</span>,
    },
    { header: heads.status, width: 'w-28', cell: ({ status }) => <KeyStatus status={status} /> },
    {
      header: heads.limits,
      wide: true,
      cell: (key) => <span className="whitespace-normal text-quiet">{limitsOf(key)}</span>,
    },
    lastUsedColumn(heads.used),
    ...revokeColumn(heads.actions, onRevoke, ({ status }) => status !== 'revoked'),
  ];
}

export function adminKeyColumns(onRevoke: OnRevoke<AdminKey>): readonly Column<AdminKey>[] {
  const { columns: heads } = adminWords;
  return [
    { header: heads.name, cell: ({ name, prefix }) => <TwoLines first={name} second={`${prefix}…`} /> },
    {
      header: heads.creator,
      wide: true,
      cell: ({ created_by: { email } }) => <span className="break-words">{email}</span>,
    },
    { header: heads.status, width: 'w-28', cell: ({ status }) => <KeyStatus status={status} /> },
    lastUsedColumn(heads.used),
    ...revokeColumn(heads.actions, onRevoke, () => true),
  ];
}

/** What binds the key itself, in words. */
function limitsOf(key: ManagedKey): string {
  const { limits } = words;
  const limitText = (count: number | null, say: (text: string) => string) =>
    count === null ? [] : [say(formatCount(count))];
  const parts = [
    ...(key.allowed_models.length === 0 ? [] : [limits.models(key.allowed_models.length)]),
    ...(key.monthly_budget_usd === null ? [] : [limits.budget(formatCents(key.monthly_budget_usd))]),
    ...limitText(key.requests_per_minute, limits.requests),
    ...limitText(key.input_tokens_per_minute, limits.input),
    ...limitText(key.output_tokens_per_minute, limits.output),
  ];
  return parts.length === 0 ? words.noLimits : parts.join(', ');
}

function lastUsedColumn<Key extends AnyKey>(header: string): Column<Key> {
  return {
    header,
    width: 'w-36',
    wide: true,
    cell: ({ last_used_at: at }) => (
      <span className="text-quiet">{at === null ? words.never : <Ago at={at} />}</span>
    ),
  };
}

function revokeColumn<Key extends AnyKey>(
  header: string,
  onRevoke: OnRevoke<Key>,
  mayBe: (key: Key) => boolean,
): readonly Column<Key>[] {
  if (!onRevoke) return [];
  return [
    {
      header,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (key) =>
        mayBe(key) && (
          <IconButton label={words.revoke.named(key.name)} icon={Ban} onClick={() => onRevoke(key)} />
        ),
    },
  ];
}
