import { useSuspenseQuery } from '@tanstack/react-query';
import type { DirectoryToken } from '@svc/contract';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { directoryTokensOptions } from '../../api/directory-sync.ts';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago, Moment } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { DeleteTokenDialog } from './delete-token-dialog.tsx';

const { tokens: words } = directorySyncStrings;
const { columns: heads } = words;
const MAX_TOKENS = 2;

function isEnded({ expires_at: at }: DirectoryToken): boolean {
  return at !== null && Date.parse(at) <= Date.now();
}

function columnsOf(onDelete: (token: DirectoryToken) => void): readonly Column<DirectoryToken>[] {
  return [
    { header: heads.name, cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      header: heads.used,
      width: 'w-36',
      cell: ({ last_used_at: at }) =>
        at === null ? <span className="text-quiet">{words.never}</span> : <Ago at={at} />,
    },
    { header: heads.created, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
    { header: heads.expires, width: 'w-52', wide: true, cell: (token) => <TokenEnd token={token} /> },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (token) => (
        <RowMenu label={words.actions(token.name)}>
          <MenuItem icon={Trash2} danger onSelect={() => onDelete(token)}>
            {words.delete}
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
}

function TokenEnd({ token }: { readonly token: DirectoryToken }) {
  if (token.expires_at === null) return <span className="text-quiet">{words.noEnd}</span>;
  return isEnded(token) ? <Badge tone="danger">{words.ended}</Badge> : <Moment at={token.expires_at} />;
}

export function TokensCard() {
  const { data: tokens } = useSuspenseQuery(directoryTokensOptions);
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<DirectoryToken>();
  const isFull = tokens.filter((token) => !isEnded(token)).length >= MAX_TOKENS;
  const create = !isFull && (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Card title={words.title} lead={words.lead} docs="directorySetUp" actions={tokens.length > 0 && create}>
      <DataTable
        label={words.list}
        columns={columnsOf(setDeleting)}
        list={wholeList(tokens)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={KeyRound} title={words.empty.title} action={create}>
            {words.empty.text}
          </EmptyState>
        }
      />
      {isFull && <p className="mt-3 text-[13px] text-quiet">{words.full}</p>}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {deleting && <DeleteTokenDialog token={deleting} onClose={() => setDeleting(undefined)} />}
    </Card>
  );
}
