import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queuesOptions, type QueueName, type QueueState } from '../../api/operator-queues.ts';
import { operatorQueueStrings as words } from '../../strings/operator-queues.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FailingTable } from './failing-table.tsx';
import { operatorQueuesRoute } from './operator-queues-route.ts';
import { QueueCards } from './queue-cards.tsx';

const QUEUES = Object.keys(words.queues) as readonly QueueName[];

/** What waits and what fails. Read again every few seconds: it is looked at while something is wrong. */
export function OperatorQueuesPage() {
  const { data: queues, error, refetch } = useQuery(queuesOptions);
  return (
    <Page lead={words.lead}>
      {queues && <QueueCards queues={queues} />}
      {!queues && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
      <FailingLists />
    </Page>
  );
}

function FailingLists() {
  const { queue = 'jobs', state = 'failing' } = operatorQueuesRoute.useSearch();
  const navigate = useNavigate();
  const show = (to: { readonly queue: QueueName; readonly state: QueueState }) =>
    void navigate({
      to: '/operator/queues',
      search: {
        ...(to.queue === 'jobs' ? {} : { queue: to.queue }),
        ...(to.state === 'failing' ? {} : { state: to.state }),
      },
      replace: true,
    });
  const content = (
    <div className="flex flex-col gap-4">
      <div className="max-w-64">
        <SelectField
          label={words.state}
          value={state}
          onChange={({ target }) => show({ queue, state: target.value as QueueState })}
        >
          <ValueOptions of={words.states} />
        </SelectField>
      </div>
      <FailingTable key={`${queue} ${state}`} queue={queue} state={state} />
    </div>
  );
  return (
    <Tabs
      label={words.lists}
      value={queue}
      onChange={(chosen) => show({ queue: chosen as QueueName, state })}
      tabs={QUEUES.map((name) => ({ value: name, label: words.queues[name], content }))}
    />
  );
}
