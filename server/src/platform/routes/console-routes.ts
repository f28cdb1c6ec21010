import {
  type AdministrationOperationId,
  CONSOLE_OPERATIONS,
  type ConsoleCall,
  type ConsoleOperation,
  type ConsoleOperationId,
  MIRRORED_OPERATIONS,
  type PartlyMirroredId,
} from '@svc/contract';
import { sequence, type Exchange, type Person, type Step } from '#exchange';
import { confirmSecondFactor } from '#features/accounts';
import type { Change } from '#features/audit';
import { answerChange, answerRead } from '#features/changes';
import { extentOf, loadStanding, requireInWorkspace, requirePermission, type Extent, type Standing } from '#features/permissions';
import type { Route } from '#http';
import { inOrganization } from '#pipelines';
import { OrganizationScope } from '#store';
import { administrationAnswers } from './administration-answers.ts';
import type { AdministrationAnswers } from './administration-routes.ts';
import { callOf, type AnyCall, type Call } from './call.ts';
import { consoleAnswers, narrowedAnswers } from './console-answers.ts';
import type { Rooms } from '../rooms.ts';

/** Who asks, and with which part of the organization. */
export interface Asker {
  readonly person: Person;
  readonly standing: Standing;
  /** The part the operation's permission goes for. */
  readonly extent: Extent;
}

/** What is no read and changes nothing of the organization either: it runs in no transaction and is not audited. */
const CHANGELESS = ['createPlaygroundCredential'] as const satisfies readonly ConsoleOperationId[];
type Changeless = (typeof CHANGELESS)[number];

type AnswerOf<Id, C extends { method: string; path: string; body: unknown; query: unknown }> = (
  context: Id extends Changeless ? OrganizationScope : C['method'] extends 'GET' ? OrganizationScope : Change,
  call: Call<C>,
  asker: Asker,
) => Promise<object>;

/** One answer per operation that only the Console has; one without does not compile. */
export type ConsoleAnswers = { readonly [Id in ConsoleOperationId]: AnswerOf<Id, ConsoleCall<Id>> };

type NarrowedAnswer<Id extends AdministrationOperationId> = (
  context: Parameters<AdministrationAnswers[Id]>[0],
  call: Parameters<AdministrationAnswers[Id]>[1],
  asker: Asker,
) => Promise<object>;

/** Answers of the Admin API that a person gets only as far as their roles go. One that must be among them and is not does not compile. */
export type NarrowedAnswers = { readonly [Id in PartlyMirroredId | 'updateWorkspace']: NarrowedAnswer<Id> };

/** The body of an operation that needs a second factor. */
interface Confirmed {
  readonly totp: string;
}

type AnyAnswer = (context: unknown, call: AnyCall, asker: Asker) => Promise<object>;

export function consoleRoutes(rooms: Rooms): Route[] {
  const administration = administrationAnswers(rooms);
  const answers = { ...administration, ...narrowedAnswers(rooms, administration), ...consoleAnswers(rooms) };
  return [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS].map((operation: ConsoleOperation) => {
    // Which call belongs to which answer is known by the types above, and lost where they stand in one list.
    const answer = answers[operation.id as keyof typeof answers] as AnyAnswer;
    return { operation, answer: inOrganization(rooms, operation, stepOf(rooms, operation, answer)) };
  });
}

function stepOf(rooms: Rooms, operation: ConsoleOperation, answer: AnyAnswer): Step {
  const scopeOf = ({ person }: Exchange): OrganizationScope => new OrganizationScope(rooms.db, person.membership!.organizationId);
  const asked = async (context: OrganizationScope | Change, scope: OrganizationScope, exchange: Exchange): Promise<object> =>
    answer(context, callOf(exchange), await admit(operation, exchange, scope));
  if (operation.method === 'GET' || CHANGELESS.some((id) => id === operation.id)) {
    return answerRead((exchange) => asked(scopeOf(exchange), scopeOf(exchange), exchange));
  }
  const judgeAgain = async (scope: OrganizationScope, exchange: Exchange): Promise<void> => void (await admit(operation, exchange, scope));
  const change = answerChange(rooms, judgeAgain, (made, exchange) => asked(made, made.scope, exchange));
  if (!operation.needsSecondFactor) return change;
  // Ahead of the transaction: a code that was tried stays tried, whatever becomes of the change. Nobody's is asked who may not make it.
  const confirm: Step = async (exchange) => {
    await admit(operation, exchange, scopeOf(exchange));
    await confirmSecondFactor(rooms, exchange.person, (exchange.input.body as Confirmed).totp);
  };
  return sequence(confirm, change);
}

/** Judges by the roles as they are now. Throws 403 `org_membership_required`, 403 `role_required`, 404 `workspace_not_found`. */
async function admit({ permission }: ConsoleOperation, { person, params }: Exchange, scope: OrganizationScope): Promise<Asker> {
  const standing = await loadStanding(scope, person.userId, person.membership!.role);
  if (permission === 'signed_in') return { person, standing, extent: { workspaceIds: [], userId: person.userId } };
  requirePermission(standing, permission);
  const { workspace_id: workspaceId } = params;
  if (workspaceId !== undefined) requireInWorkspace(standing, permission, workspaceId);
  return { person, standing, extent: extentOf(standing, permission) };
}
