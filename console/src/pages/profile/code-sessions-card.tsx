import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CodeSession } from '@svc/contract';
import { CODE_SESSIONS, codeSessionList, endCodeSession } from '../../api/code-sessions.ts';
import { refresh, usePagedList } from '../../api/pages.ts';
import { deviceStrings } from '../../strings/device.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { sessions: words } = deviceStrings;

export function CodeSessionsCard() {
  const { rows, status, error, hasMore, isLoadingMore, loadMore } = usePagedList(codeSessionList());
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: async (id: string) => {
      await endCodeSession(id);
      await refresh(queries, CODE_SESSIONS);
      toast(words.ended);
    },
  });
  return (
    <Card title={words.title} lead={words.lead}>
      {status === 'pending' && <SkeletonLines lines={2} />}
      <FormError error={error ?? end.error} />
      {status === 'success' && rows.length === 0 && <p className="text-quiet">{words.none}</p>}
      {rows.length > 0 && (
        <ul aria-label={words.list} className="divide-y divide-line">
          {rows.map((session) => (
            <CodeSessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button look="quiet" busy={isLoadingMore} onClick={loadMore}>
          {uiStrings.showMore}
        </Button>
      )}
    </Card>
  );
}

function CodeSessionRow({ session, onEnd }: { readonly session: CodeSession; readonly onEnd: () => void }) {
  const { client_name: name, surface, ip_address: address, last_refreshed_at: refreshedAt } = session;
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">
          {name} · {deviceStrings.surfaces[surface] ?? surface}
        </p>
        <p className="text-[13px] text-quiet">
          {address} · {words.refreshed} <Ago at={refreshedAt} />
        </p>
      </div>
      <Button aria-label={words.endNamed(name)} onClick={onEnd}>
        {words.end}
      </Button>
    </li>
  );
}
