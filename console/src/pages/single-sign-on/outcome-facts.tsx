import type { SsoOutcome } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { shellStrings } from '../../strings/shell.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { Facts } from '../../ui/facts.tsx';

const { outcome: words } = singleSignOnStrings;

interface OutcomeFactsProps {
  readonly email: string;
  readonly groups: readonly string[];
  readonly outcome: SsoOutcome;
}

/** Who a sign-in would be, and the roles they would get. */
export function OutcomeFacts({ email, groups, outcome }: OutcomeFactsProps) {
  const { workspaces } = useMe();
  const { role, role_source: source } = outcome;
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? id;
  const grants = outcome.workspaces.map(
    (grant) => `${nameOf(grant.workspace_id)} (${workspaceRoleStrings[grant.role]})`,
  );
  return (
    <Facts
      facts={{
        [words.person]: words[outcome.status](email),
        [words.groups]: groups.join(', ') || words.noGroups,
        [words.role]: role && source && (
          <>
            {shellStrings.roles[role]}
            <span className="block text-[13px] text-quiet">{words.sources[source]}</span>
          </>
        ),
        [words.workspaces]: grants.length > 0 ? grants.join(', ') : undefined,
      }}
    />
  );
}
