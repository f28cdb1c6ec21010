import { ApiError, DIRECTORY_ROOT, type DirectoryOperationId, type LimitValues } from '@svc/contract';
import type { DirectoryExchange, Step } from '#exchange';
import type { MutationContext } from '#features/audit';
import { OrganizationScope } from '#store';
import {
  runDirectoryChange,
  type DirectoryChange,
  type DirectoryChangeDeps,
} from './run-directory-change.ts';
import { groupHandlers } from './groups/group-handlers.ts';
import { readScimQuery, sendDeleted, sendScim, wholeList } from './scim-exchange.ts';
import { parseUserFilter } from './scim/filter.ts';
import { listResponse, parsePage } from './scim/paging.ts';
import type { PatchOperation } from './scim/patch-operations.ts';
import { patchUser } from './scim/patch-user.ts';
import { selectAttributes } from './scim/select-attributes.ts';
import { resourceTypes, scimSchemas, serviceProviderConfig } from './scim/service-documents.ts';
import type { SentUser } from './scim/user-attributes.ts';
import { findMember, findMemberPage, type StoredMember } from './store/users.ts';
import { changeUser } from './users/change-user.ts';
import { createMember } from './users/create-user.ts';
import { attributesOf, toMemberResource, userLocation } from './users/member-user.ts';
import { removeMember } from './users/remove-user.ts';

export interface DirectoryHandlersDeps extends DirectoryChangeDeps {
  readonly limits: () => LimitValues;
  /** Public address of the service. */
  readonly baseUrl: string;
  /** What all modules do with a member's things (`Module.memberRemoved`). */
  readonly memberRemoved: (change: MutationContext, userId: string) => Promise<void>;
}

/** What answers each operation of directories. */
export function directoryHandlers(
  deps: DirectoryHandlersDeps,
): Readonly<Record<DirectoryOperationId, Step<DirectoryExchange>>> {
  const base = deps.baseUrl + DIRECTORY_ROOT;
  const answersWith =
    (make: (base: string) => object): Step<DirectoryExchange> =>
    (exchange) =>
      sendScim(exchange, 200, make(base));
  return {
    readServiceProviderConfig: answersWith(serviceProviderConfig),
    listResourceTypes: answersWith(() => wholeList(resourceTypes(base))),
    listScimSchemas: answersWith(() => wholeList(scimSchemas(base))),
    listScimUsers: async (exchange) => sendScim(exchange, 200, await listUsers(deps, exchange, base)),
    readScimUser: async (exchange) => {
      const member = await requireMember(scopeOf(deps, exchange), exchange);
      sendScim(exchange, 200, selectAttributes(toMemberResource(member, base), readScimQuery(exchange)));
    },
    createScimUser: async (exchange) => {
      const made = await runDirectoryChange(deps, exchange, async (change) => {
        const id = await createMember(change, exchange.input.body as SentUser);
        return { id, resource: await shownMember(change, { id, base }) };
      });
      sendScim(exchange, 201, made.resource, ['location', userLocation(base, made.id)]);
    },
    replaceScimUser: changes(deps, base, (exchange) => exchange.input.body as SentUser),
    patchScimUser: changes(deps, base, (exchange, member) =>
      patchUser(attributesOf(member), exchange.input.body as readonly PatchOperation[]),
    ),
    deleteScimUser: async (exchange) => {
      await runDirectoryChange(deps, exchange, async (change) =>
        removeMember(change, await requireMember(change.scope, exchange), deps.memberRemoved),
      );
      sendDeleted(exchange);
    },
    ...groupHandlers(deps, base),
  };
}

/** PUT and PATCH: `wanted` says what the member is to become. */
function changes(
  deps: DirectoryHandlersDeps,
  base: string,
  wanted: (exchange: DirectoryExchange, member: StoredMember) => SentUser,
): Step<DirectoryExchange> {
  return async (exchange) => {
    const resource = await runDirectoryChange(deps, exchange, async (change) => {
      const member = await requireMember(change.scope, exchange);
      const active = await changeUser(change, member, wanted(exchange, member));
      return shownMember(change, { id: member.id, base, active });
    });
    sendScim(exchange, 200, resource);
  };
}

async function listUsers(
  deps: DirectoryHandlersDeps,
  exchange: DirectoryExchange,
  base: string,
): Promise<object> {
  const query = readScimQuery(exchange);
  const page = parsePage(query);
  const filter = parseUserFilter(query.filter);
  const { members, total } = await findMemberPage(scopeOf(deps, exchange), filter, page);
  const resources = members.map((member) => selectAttributes(toMemberResource(member, base), query));
  return listResponse(page, total, resources);
}

async function shownMember(
  { scope }: DirectoryChange,
  { id, base, active }: { readonly id: string; readonly base: string; readonly active?: boolean },
): Promise<object> {
  const member = await findMember(scope, id);
  if (!member) throw new ApiError('user_not_found');
  return toMemberResource(member, base, active);
}

async function requireMember(scope: OrganizationScope, { params }: DirectoryExchange): Promise<StoredMember> {
  const member = await findMember(scope, params['user_id'] ?? '');
  if (!member) throw new ApiError('user_not_found');
  return member;
}

function scopeOf({ db }: DirectoryHandlersDeps, { directory }: DirectoryExchange): OrganizationScope {
  return new OrganizationScope(db, directory.organizationId);
}
