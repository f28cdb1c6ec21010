import type { SsoRolePreview } from '@svc/contract';
import { RoleChanges } from '../../resources/roles/role-changes.tsx';
import { roleMappingStrings } from '../../strings/role-mapping.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { OutcomeFacts } from './outcome-facts.tsx';

const { roles: words } = singleSignOnStrings;

/** Who would get which role at the next sign-in. */
export function RolePreview({ preview }: { readonly preview: SsoRolePreview }) {
  const { tester, members, member_count: all, changed_count: changed } = preview;
  return (
    <>
      {tester && (
        <section className="flex flex-col gap-3">
          <h3 className="font-medium">{words.tester}</h3>
          <OutcomeFacts email={tester.email} groups={tester.groups} outcome={tester.outcome} />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">{words.members}</h3>
        <p className="text-[13px] text-quiet">
          {all === 0 ? words.none : roleMappingStrings.summary(all, changed)}{' '}
          {members.length < all && roleMappingStrings.shown(members.length)}
        </p>
        {all > 0 && <RoleChanges label={words.members} rows={members.map(toRow)} />}
      </section>
    </>
  );
}

function toRow({ user_id: id, name, email, groups, outcome }: SsoRolePreview['members'][number]) {
  return { id, name, email, groups, before: outcome.role_before, after: outcome.role };
}
