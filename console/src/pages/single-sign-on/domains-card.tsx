import { useSuspenseQuery } from '@tanstack/react-query';
import type { Domain } from '@svc/contract';
import { Globe, ListChecks, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { domainsOptions } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DeleteDomainDialog } from './delete-domain-dialog.tsx';
import { VerifyDomainDialog } from './verify-domain-dialog.tsx';

const { domains: words } = singleSignOnStrings;
const { columns: heads } = words;

interface Actions {
  readonly onVerify: (domain: Domain) => void;
  readonly onDelete: (domain: Domain) => void;
}

function columnsOf(actions: Actions): readonly Column<Domain>[] {
  return [
    { header: heads.domain, cell: ({ domain }) => <span className="font-medium">{domain}</span> },
    {
      header: heads.status,
      width: 'w-28',
      cell: ({ status }) => (
        <Badge tone={status === 'verified' ? 'good' : 'warn'}>{words.statuses[status]}</Badge>
      ),
    },
    {
      header: heads.verified,
      width: 'w-40',
      wide: true,
      cell: ({ verified_at: at }) =>
        at === null ? <span className="text-quiet">{words.never}</span> : <Ago at={at} />,
    },
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-16 md:w-20',
      align: 'right',
      cell: (domain) => <DomainMenu domain={domain} {...actions} />,
    },
  ];
}

function DomainMenu({ domain, onVerify, onDelete }: Actions & { readonly domain: Domain }) {
  return (
    <RowMenu label={words.actions(domain.domain)}>
      <MenuItem icon={ListChecks} onSelect={() => onVerify(domain)}>
        {words.record}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onDelete(domain)}>
        {words.delete}
      </MenuItem>
    </RowMenu>
  );
}

export function DomainsCard() {
  const { data: domains } = useSuspenseQuery(domainsOptions);
  const [isAdding, setAdding] = useState(false);
  const [verifying, setVerifying] = useState<Domain>();
  const [deleting, setDeleting] = useState<Domain>();
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  const added = (domain?: Domain) => {
    setAdding(false);
    setVerifying(domain);
  };
  return (
    <Card title={words.title} lead={words.lead} docs="domains" actions={domains.length > 0 && add}>
      <DataTable
        label={words.title}
        columns={columnsOf({ onVerify: setVerifying, onDelete: setDeleting })}
        list={wholeList(domains)}
        rowKey={({ domain }) => domain}
        empty={
          <EmptyState icon={Globe} title={words.empty.title} action={add}>
            {words.empty.text}
          </EmptyState>
        }
      />
      {isAdding && <AddDomainDialog onClose={added} />}
      {verifying && <VerifyDomainDialog domain={verifying} onClose={() => setVerifying(undefined)} />}
      {deleting && <DeleteDomainDialog domain={deleting} onClose={() => setDeleting(undefined)} />}
    </Card>
  );
}
