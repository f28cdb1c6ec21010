import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { CopyText } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { RequestStatus } from './request-status.tsx';

interface RequestFrameProps<Call> {
  readonly requestId: string;
  readonly query: Pick<UseQueryResult<Call>, 'data' | 'error' | 'refetch'>;
  readonly words: {
    readonly one: string;
    readonly id: string;
    readonly missing: { readonly title: string; readonly text: string };
  };
  /** What can be done about a record that is not there. */
  readonly again?: ReactNode;
  readonly back: ReactNode;
  readonly children: (record: Call) => ReactNode;
}

/** The page of one model call: its id and state, then its record once it is loaded. */
export function RequestFrame<Call extends ComponentProps<typeof RequestStatus>>({
  requestId,
  query: { data: record, error, refetch },
  words,
  again,
  back,
  children,
}: RequestFrameProps<Call>) {
  const missing = (
    <EmptyState icon={SearchX} title={words.missing.title} action={again}>
      {words.missing.text}
    </EmptyState>
  );
  return (
    <Page
      title={words.one}
      lead={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <CopyText text={requestId} what={words.id} />
          {record && <RequestStatus {...record} />}
        </span>
      }
      actions={back}
    >
      {record ? (
        children(record)
      ) : (
        <NotLoaded
          error={error}
          onRetry={() => void refetch()}
          missing={{ code: 'request_not_found', view: missing }}
        />
      )}
    </Page>
  );
}
