import type { DirectoryOperationId, LimitValues } from '@svc/contract';
import type { DirectoryExchange, Step } from '#exchange';
import { toTimestamp } from '#kit';
import { OrganizationScope } from '#store';
import { runDirectoryChange, type DirectoryChangeDeps } from '../run-directory-change.ts';
import { readScimQuery, sendDeleted, sendScim } from '../scim-exchange.ts';
import { parseGroupFilter } from '../scim/filter.ts';
import type { GroupAttributes, SentGroup } from '../scim/group-attributes.ts';
import { toGroupResource } from '../scim/group-resource.ts';
import { listResponse, parsePage } from '../scim/paging.ts';
import { patchGroup } from '../scim/patch-group.ts';
import type { PatchOperation } from '../scim/patch-operations.ts';
import { selectAttributes, shownAttributes, type AttributeQuery } from '../scim/select-attributes.ts';
import { findGroupMembers } from '../store/group-members.ts';
import { findScimGroups, type StoredGroup } from '../store/groups.ts';
import { requireGroup } from './manage-groups.ts';
import { changeGroup, createGroup, deleteGroup } from './save-group.ts';

export interface GroupHandlersDeps extends DirectoryChangeDeps {
  readonly limits: () => LimitValues;
}

type GroupOperationId = Extract<DirectoryOperationId, `${string}Group` | `${string}Groups`>;
type Wanted = (exchange: DirectoryExchange, group: GroupAttributes) => GroupAttributes;

const NOBODY: ReadonlySet<string> = new Set();

/** What answers the operations on groups. `base`: the address above `/Groups`. */
export function groupHandlers(
  deps: GroupHandlersDeps,
  base: string,
): Readonly<Record<GroupOperationId, Step<DirectoryExchange>>> {
  return {
    listScimGroups: async (exchange) => sendScim(exchange, 200, await listGroups(deps, exchange, base)),
    readScimGroup: async (exchange) => {
      const scope = new OrganizationScope(deps.db, exchange.directory.organizationId);
      const group = await requireGroup(scope, idOf(exchange));
      sendScim(exchange, 200, await show(scope, group, { base, query: readScimQuery(exchange) }));
    },
    createScimGroup: async (exchange) => {
      const sent = exchange.input.body as SentGroup;
      const made = await runDirectoryChange(deps, exchange, async (change) => {
        const id = await createGroup(change, { ...sent, members: new Set(sent.members) });
        const group = await requireGroup(change.scope, id);
        return { id, resource: await show(change.scope, group, { base, query: readScimQuery(exchange) }) };
      });
      sendScim(exchange, 201, made.resource, ['location', locationOf(base, made.id)]);
    },
    replaceScimGroup: changes(deps, base, ({ input }, { members }) => {
      const sent = input.body as SentGroup;
      return { ...sent, members: sent.members === undefined ? members : new Set(sent.members) };
    }),
    patchScimGroup: changes(deps, base, ({ input }, group) =>
      patchGroup(group, input.body as readonly PatchOperation[], deps.limits().directory_group_members),
    ),
    deleteScimGroup: async (exchange) => {
      await runDirectoryChange(deps, exchange, async (change) => {
        const group = await requireGroup(change.scope, idOf(exchange));
        await deleteGroup(change, group, await membersOf(change.scope, group));
      });
      sendDeleted(exchange);
    },
  };
}

/** PUT and PATCH: `wanted` says what the group is to become. */
function changes(deps: GroupHandlersDeps, base: string, wanted: Wanted): Step<DirectoryExchange> {
  return async (exchange) => {
    const resource = await runDirectoryChange(deps, exchange, async (change) => {
      const { scope } = change;
      const group = await requireGroup(scope, idOf(exchange));
      const before = await membersOf(scope, group);
      const attributes = {
        displayName: group.display_name,
        externalId: group.external_id,
        members: before,
      };
      await changeGroup(change, group, { before, after: wanted(exchange, attributes) });
      const query = readScimQuery(exchange);
      return show(scope, await requireGroup(scope, group.id), { base, query });
    });
    sendScim(exchange, 200, resource);
  };
}

/** A page ends early rather than hold more members than this: pages may be shorter than asked for (RFC 7644 §3.4.2.4). */
const MAX_PAGE_MEMBERS = 20_000;

async function listGroups(
  deps: GroupHandlersDeps,
  exchange: DirectoryExchange,
  base: string,
): Promise<object> {
  const scope = new OrganizationScope(deps.db, exchange.directory.organizationId);
  const query = readScimQuery(exchange);
  const page = parsePage(query);
  const { groups, total } = await findScimGroups(scope, parseGroupFilter(query.filter), page);
  const hasMembers = shownAttributes(query)('members');
  const shown = hasMembers ? withinMembers(groups) : groups;
  const members = hasMembers
    ? await findGroupMembers(
        scope,
        shown.map(({ id }) => id),
      )
    : undefined;
  const resources = shown.map((group) =>
    selectAttributes(toResource(group, members && (members.get(group.id) ?? NOBODY), base), query),
  );
  return listResponse(page, total, resources);
}

function withinMembers(groups: readonly StoredGroup[]): readonly StoredGroup[] {
  let members = 0;
  const end = groups.findIndex((group, at) => {
    members += group.member_count;
    return at > 0 && members > MAX_PAGE_MEMBERS;
  });
  return end < 0 ? groups : groups.slice(0, end);
}

async function show(
  scope: OrganizationScope,
  group: StoredGroup,
  { base, query }: { readonly base: string; readonly query: AttributeQuery },
): Promise<object> {
  const members = shownAttributes(query)('members') ? await membersOf(scope, group) : undefined;
  return selectAttributes(toResource(group, members, base), query);
}

async function membersOf(scope: OrganizationScope, { id }: StoredGroup): Promise<ReadonlySet<string>> {
  return (await findGroupMembers(scope, [id])).get(id) ?? NOBODY;
}

function toResource(group: StoredGroup, members: ReadonlySet<string> | undefined, base: string): object {
  const { id, display_name: displayName, external_id: externalId } = group;
  return toGroupResource(
    { id, displayName, externalId, members },
    {
      location: locationOf(base, id),
      created: toTimestamp(group.created_at),
      lastModified: toTimestamp(group.updated_at),
    },
  );
}

function locationOf(base: string, id: string): string {
  return `${base}/Groups/${id}`;
}

function idOf({ params }: DirectoryExchange): string {
  return params['directory_group_id'] ?? '';
}
