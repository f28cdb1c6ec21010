import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrowserSession } from '@svc/contract';
import { account, SESSIONS, sessionList } from '../../api/account.ts';
import { CODE_SESSIONS } from '../../api/code-sessions.ts';
import { refresh, usePagedList } from '../../api/pages.ts';
import { profileStrings } from '../../strings/profile.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { describeBrowser } from './describe-browser.ts';

const { sessions: words } = profileStrings;

export function SessionsCard() {
  const { rows, status, error, hasMore, isLoadingMore, loadMore } = usePagedList(sessionList());
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: async (deed: { readonly run: () => Promise<unknown>; readonly done: string }) => {
      await deed.run();
      // Signing out everywhere else signs programs out, too.
      await Promise.all([refresh(queries, SESSIONS), refresh(queries, CODE_SESSIONS)]);
      toast(deed.done);
    },
  });
  const everywhere = rows.length > 1 && (
    <Button
      busy={end.isPending}
      onClick={() => end.mutate({ run: account.endOtherSessions, done: words.everywhereDone })}
    >
      {words.everywhere}
    </Button>
  );
  return (
    <Card title={words.title} lead={words.lead} actions={everywhere}>
      {status === 'pending' && <SkeletonLines lines={2} />}
      <FormError error={error ?? end.error} />
      <ul aria-label={words.list} className="divide-y divide-line">
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => end.mutate({ run: () => account.endSession(session.id), done: words.ended })}
          />
        ))}
      </ul>
      {hasMore && (
        <Button look="quiet" busy={isLoadingMore} onClick={loadMore}>
          {uiStrings.showMore}
        </Button>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { readonly session: BrowserSession; readonly onEnd: () => void }) {
  const device = describeBrowser(session.user_agent) ?? words.unknownDevice;
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">{device}</p>
        <p className="text-[13px] text-quiet">
          {session.ip_address} · {words.active} <Ago at={session.last_active_at} />
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="accent">{words.current}</Badge>
      ) : (
        <Button aria-label={words.endNamed(device)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
