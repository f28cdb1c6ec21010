import { useQuery } from '@tanstack/react-query';
import type { MemberOrigin, User } from '@svc/contract';
import { memberOriginOptions } from '../../api/directory-sync.ts';
import { memberStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Dialog, DialogDone } from '../../ui/overlay/dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const { origin: words } = memberStrings;

interface MemberOriginDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** How a member comes in, and where their role comes from. */
export function MemberOriginDialog({ user, onClose }: MemberOriginDialogProps) {
  const { data: origin, error, refetch } = useQuery(memberOriginOptions(user.id));
  return (
    <Dialog title={words.title(user.name)} open onClose={onClose}>
      <div className="flex flex-col gap-4">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !origin && <SkeletonLines />}
        {origin && <OriginFacts origin={origin} role={user.role} />}
        <DialogDone onDone={onClose}>{words.close}</DialogDone>
      </div>
    </Dialog>
  );
}

interface OriginFactsProps {
  readonly origin: MemberOrigin;
  readonly role: User['role'];
}

function OriginFacts({ origin, role }: OriginFactsProps) {
  const ways = [
    ...(origin.has_password ? [words.password] : []),
    ...origin.connections.map(({ name }) => words.connection(name)),
  ];
  const groups = origin.directory_groups.map(({ display_name: name }) => name);
  return (
    <Facts
      facts={{
        [words.ways]: ways.join(', ') || words.none,
        [words.kept]: origin.directory_managed ? words.directory : words.people,
        [words.role]: (
          <>
            {shellStrings.roles[role]}
            <span className="block text-[13px] text-quiet">
              {words.sources[origin.role_source](origin.role_group ?? '')}
            </span>
          </>
        ),
        [words.groups]: groups.length > 0 ? groups.join(', ') : undefined,
      }}
    />
  );
}
