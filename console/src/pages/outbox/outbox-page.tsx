import { useNavigate } from '@tanstack/react-router';
import type { Mail } from '@svc/contract';
import { Mails } from 'lucide-react';
import { useState } from 'react';
import { mailList, type MailStatus } from '../../api/mails.ts';
import { usePagedList } from '../../api/pages.ts';
import { outboxStrings as words } from '../../strings/outbox.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { outboxRoute } from './outbox-route.ts';

const { columns: heads } = words;
const TONES: Readonly<Record<MailStatus, Tone>> = {
  held: 'warn',
  queued: 'accent',
  sent: 'good',
  failed: 'danger',
};
const idOf = (mail: Mail) => mail.id;

function mailColumns(open: (mail: Mail) => void): readonly Column<Mail>[] {
  return [
    {
      header: heads.subject,
      cell: (mail) => (
        <button
          type="button"
          aria-label={words.open(mail.subject)}
          onClick={() => open(mail)}
          className="row-target max-w-full truncate rounded font-medium"
        >
          {mail.subject}
        </button>
      ),
    },
    { header: heads.to, width: 'w-60', wide: true, cell: ({ to }) => to },
    {
      header: heads.status,
      width: 'w-24 md:w-28',
      cell: ({ status }) => <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>,
    },
    { header: heads.time, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
  ];
}

export function OutboxPage() {
  const { status } = outboxRoute.useSearch();
  const navigate = useNavigate({ from: '/outbox' });
  const list = usePagedList(mailList(status));
  const [open, setOpen] = useState<Mail>();
  const choose = (chosen: string) =>
    void navigate({ search: chosen === '' ? {} : { status: chosen as MailStatus } });
  const empty = (
    <EmptyState icon={Mails} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page lead={words.lead}>
      <div className="max-w-52">
        <SelectField
          label={words.status}
          value={status ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{words.any}</option>
          <ValueOptions of={words.statuses} />
        </SelectField>
      </div>
      <DataTable label={words.list} columns={mailColumns(setOpen)} list={list} rowKey={idOf} empty={empty} />
      {open && <MailDialog mail={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
