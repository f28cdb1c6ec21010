import { expressionBuilder, sql, type Expression } from 'kysely';
import type { Tables } from '#store';

/**
 * The organization that requires single sign-on of a person: they are a member of it, not its primary owner, and it has verified the domain
 * of their email (SSO-13). A suspended member stays bound, or a suspension would open the password again. At most one row: a domain is
 * verified in one organization at a time.
 */
export function requiringOrganization(userId: Expression<string>) {
  return expressionBuilder<Tables>()
    .selectFrom('users as required_user')
    .innerJoin('domains as required_domain', (join) =>
      join
        .on('required_domain.domain', '=', sql<string>`lower(substring(required_user.email from '[^@]*$'))`)
        .on('required_domain.status', '=', 'verified'),
    )
    .innerJoin('organizations as required_by', (join) =>
      join
        .onRef('required_by.id', '=', 'required_domain.organization_id')
        .on('required_by.sso_required', '=', true),
    )
    .innerJoin('members as required_member', (join) =>
      join
        .onRef('required_member.organization_id', '=', 'required_by.id')
        .onRef('required_member.user_id', '=', 'required_user.id'),
    )
    .select('required_by.id')
    .where('required_user.id', '=', userId)
    .where('required_member.status', '<>', 'removed')
    .where('required_member.role', '<>', 'primary_owner');
}
