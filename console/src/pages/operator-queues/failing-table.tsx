import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import {
  failingList,
  QUEUES,
  retryEntry,
  type FailingEntry,
  type QueueName,
  type QueueState,
} from '../../api/operator-queues.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { refresh, usePagedList } from '../../api/pages.ts';
import { operatorQueueStrings as words } from '../../strings/operator-queues.ts';
import { errorSentence } from '../../api/failure.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { failingColumns } from './failing-columns.tsx';

interface FailingTableProps {
  readonly queue: QueueName;
  readonly state: QueueState;
}

const idOf = ({ id }: FailingEntry) => id;

export function FailingTable({ queue, state }: FailingTableProps) {
  const list = usePagedList(failingList(queue, state));
  const mayRetry = useMayChange();
  const queries = useQueryClient();
  const { mutate: retry } = useMutation({
    mutationFn: ({ id }: FailingEntry) => retryEntry(queue, id),
    onSuccess: async () => {
      await refresh(queries, QUEUES);
      toast(words.retried);
    },
    onError: (cause) => toast(errorSentence(cause), 'danger'),
  });
  const columns = useMemo(() => failingColumns(mayRetry ? retry : undefined), [mayRetry, retry]);
  const empty = (
    <EmptyState icon={ListChecks} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return <DataTable label={words.queues[queue]} columns={columns} list={list} rowKey={idOf} empty={empty} />;
}
