import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_OPERATIONS,
  exampleResponseOf,
  ID_PREFIXES,
  type Operation,
  type RequestedOperation,
  type Resource,
  RESOURCES,
} from '@svc/contract';
import { OperationCaller } from './operation-caller.ts';

type Listed = RequestedOperation & Partial<Operation>;
type Kind = keyof typeof ID_PREFIXES;

/** Whose ids are the cursors of a list of something else than resources, by its operation. Members are listed by the ids of people. */
const OTHER_KINDS: Readonly<Record<string, readonly Kind[]>> = {
  listWorkspaceMembers: ['user'],
  reportCodeAnalytics: ['apiKey', 'user'],
  listOrganizationWebhookDeliveries: ['webhookDelivery'],
  listWebhookDeliveries: ['webhookDelivery'],
  listFailingDeliveries: ['webhookDelivery'],
  listOpenAiFiles: ['file'],
  listOpenAiBatches: ['batch'],
  listTunnelConnections: ['tunnelConnection'],
  listSessions: ['session'],
  listCodeSessions: ['session'],
  listLedgerEntries: ['request', 'creditGrant'],
  listRequests: ['request'],
  listAnyRequests: ['request'],
  listOperatorAccounts: ['operator'],
  listOperatorEvents: ['operatorEvent'],
  listNodes: ['node'],
};

const resources: readonly Resource[] = RESOURCES;

/** Whose ids are the cursors of a list: the resource's that its example has. */
function kindsOf({ id }: Listed): readonly Kind[] {
  if (OTHER_KINDS[id]) return OTHER_KINDS[id];
  const example = exampleResponseOf(id) as { readonly data: readonly { type?: string; object?: string }[] };
  const [item] = example.data;
  const resource = resources.find(({ type }) => type === (item?.type ?? item?.object));
  return Object.keys(resource?.ids ?? {}).slice(0, 1) as Kind[];
}

/** In an order by value, which an id does not say. */
const SORTED = new Set(['searchApiKeys', 'searchUsers', 'searchWorkspaces', 'listOrganizationMargins']);

/** Cursors are domains (D-SSO-1) and numbers of versions, and have tests of their own. */
const HAS_OWN_CURSORS = new Set(['listDomains', 'listAgentVersions']);

const CURSORS = ['after_id', 'after', 'before_id'] as const;
const OLDEST = '0'.repeat(26);
/** Of the year 2039: younger than every row, and a time that rows of requests may have. */
const NEWEST = `01${'z'.repeat(24)}`;
const INNER = '01m8kvx84vnw2feyr3xesb4h8m';

const LISTS: readonly Listed[] = ALL_OPERATIONS.filter(
  (operation: Listed) =>
    !HAS_OWN_CURSORS.has(operation.id) &&
    CURSORS.some((name) => operation.query && name in operation.query.shape),
);
const CELLS = LISTS.flatMap((operation) =>
  CURSORS.filter((name) => name in operation.query!.shape).map((name) => ({
    operation,
    name,
    list: `${operation.path} by ${name}`,
  })),
);

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

async function responseOf(operation: Listed, query: string) {
  const fixed = operation.id === 'reportCodeAnalytics' ? '&starting_at=2026-11-01' : '';
  const { status, text } = await caller.send(operation, `${caller.pathOf(operation)}?${query}${fixed}`);
  return {
    status,
    body: JSON.parse(text) as { data: { id?: string }[]; error?: { code: string; param: string } },
  };
}

/** As one word, for comparison. The code is the vendor's in other protocols. */
async function refusalOf(operation: Listed, query: string): Promise<string> {
  const { status, body } = await responseOf(operation, query);
  const code = operation.isVendorApi ? 'invalid_parameter' : body.error?.code;
  return `${status} ${code} ${body.error?.param}`;
}

describe('D-PAGE-1 cursors of every list', () => {
  it('every list is of a resource, or in the table', () => {
    const unknown = LISTS.filter((list) => !SORTED.has(list.id) && kindsOf(list).length === 0);
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });

  it.each(CELLS.filter(({ operation }) => !SORTED.has(operation.id)))(
    'D-PAGE-1 $list takes every id of its kind for its place',
    async ({ operation, name }) => {
      const all = (await responseOf(operation, 'limit=100')).body.data;
      for (const kind of kindsOf(operation)) {
        const page = async (ulid: string) => {
          const { status, body } = await responseOf(
            operation,
            `limit=100&${name}=${ID_PREFIXES[kind]}${ulid}`,
          );
          return status === 200 ? body.data.length : body;
        };
        const isMixed = kindsOf(operation).length > 1;
        const [first, last] = name === 'before_id' ? [OLDEST, NEWEST] : [NEWEST, OLDEST];
        expect([operation.id, typeof (await page(INNER))]).toEqual([operation.id, 'number']);
        // Ids of two kinds are in the order of their kinds in some lists.
        if (isMixed) continue;
        expect(await page(last)).toBe(0);
        // The service itself writes some while it is asked.
        expect(await page(first)).toBeGreaterThanOrEqual(all.length);
      }
    },
  );

  it.each(CELLS)('D-PAGE-1 $list refuses anything else', async ({ operation, name }) => {
    const prefix = ID_PREFIXES[SORTED.has(operation.id) ? 'user' : kindsOf(operation)[0]!];
    const wrong = [
      'nonsense',
      `${operation.id === 'listGroups' ? 'user_' : 'grp_'}${INNER}`,
      INNER,
      prefix,
      `${prefix}${INNER.toUpperCase()}`,
      `${prefix}${INNER.slice(1)}`,
      `${prefix}${INNER}0`,
      `${prefix}${INNER.slice(1)}%00`,
      `%00`,
      `${prefix}${INNER}%0A`,
      `${prefix}%ED%A0%80`,
      'x'.repeat(101),
      ...(operation.isVendorApi ? [] : ['']),
      ...(SORTED.has(operation.id) ? [`user_${INNER}`, `org_${INNER}`] : []),
    ];
    for (const cursor of wrong)
      expect([cursor, await refusalOf(operation, `${name}=${cursor}`)]).toEqual([
        cursor,
        `400 invalid_parameter ${name}`,
      ]);
  });

  it.each(
    CELLS.filter(({ name, operation }) => name !== 'before_id' && 'before_id' in operation.query!.shape),
  )('D-PAGE-1 $list refuses before_id beside it', async ({ operation, name }) => {
    const id = `${ID_PREFIXES[kindsOf(operation)[0]!]}${INNER}`;
    expect(await refusalOf(operation, `${name}=${id}&before_id=${id}`)).toBe(
      '400 invalid_parameter before_id',
    );
  });
});
