import type { Kysely } from 'kysely';
import type { OperatorRole } from '@svc/contract';
import type { OperatorSsoConfig } from '#config';
import type { HttpExchange } from '#exchange';
import type { ProvidedPerson } from '#features/single-sign-on';
import { newId } from '#kit';
import type { Tables } from '#store';
import { placeOf, recordOperatorEvent } from '../operator-events.ts';
import type { StoredOperator } from '../store/operators.ts';
import {
  insertProvidedOperator,
  lockProvidedOperator,
  setProvided,
  type ProvidedIdentity,
} from '../store/provided-operators.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { OperatorRefused } from './operator-refused.ts';
import type { OperatorSignOnDeps } from './operator-sign-on-deps.ts';
import { roleOfGroups } from './role-of-groups.ts';

interface Admission {
  readonly identity: ProvidedIdentity;
  readonly person: ProvidedPerson;
  readonly role: OperatorRole;
}

/**
 * The operator whom the provider named, with the role of their groups. Issuer and subject tell who it is: an operator with a password and the
 * same email is somebody else (SSO-09). A person without a role is refused, and what sessions they have end. Throws OperatorRefused.
 */
export async function admitOperator(
  deps: Pick<OperatorSignOnDeps, 'db' | 'clock'>,
  exchange: HttpExchange,
  { issuer, roles }: OperatorSsoConfig,
  person: ProvidedPerson,
): Promise<StoredOperator> {
  // The email is how the log names them.
  if (person.isEmailUnverified) throw new OperatorRefused('email_unverified', person);
  const identity = { issuer, subject: person.subject };
  const role = roleOfGroups(roles, person.groups);
  const nowMs = deps.clock.nowMs();
  const admitted = await deps.db.transaction().execute(async (trx) => {
    if (role !== undefined) return admit(trx, exchange, { identity, person, role }, nowMs);
    const known = await lockProvidedOperator(trx, identity);
    if (known) await deleteSessionsOf(trx, known.id);
    return undefined;
  });
  if (!admitted) throw new OperatorRefused('not_a_member', person);
  return admitted;
}

async function admit(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { identity, person, role }: Admission,
  nowMs: number,
): Promise<StoredOperator | undefined> {
  const profile = { email: person.email, name: (person.name ?? person.email).slice(0, 100), role };
  const isNew = await insertProvidedOperator(
    trx,
    { id: newId('oper_', nowMs), ...identity, ...profile },
    nowMs,
  );
  const known = await lockProvidedOperator(trx, identity);
  if (!known) return undefined;
  const changes = { role: { from: isNew ? null : known.role, to: role } };
  if (isNew || known.role !== role)
    await recordOperatorEvent(
      trx,
      {
        event: isNew ? 'operator.added' : 'operator.role_changed',
        actor: { type: 'operator', id: known.id, name: profile.email, role },
        resource: { type: 'operator', id: known.id },
        changes,
        ...placeOf(exchange),
      },
      nowMs,
    );
  await setProvided(trx, known.id, profile);
  return { ...known, ...profile };
}
