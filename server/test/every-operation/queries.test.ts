import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_OPERATIONS, type Operation, type RequestedOperation } from '@svc/contract';
import { requiredQuery } from './hostile-requests.ts';
import { OperationCaller } from './operation-caller.ts';

type Asked = RequestedOperation & Partial<Operation>;
interface Page {
  readonly object: string;
  readonly data: readonly object[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}
interface Parameter {
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
}

const QUERIED: readonly Asked[] = ALL_OPERATIONS.filter(({ query }: Asked) => query !== undefined);
const LISTS = QUERIED.filter(({ query }) => {
  const { shape } = query!;
  return 'limit' in shape && ('after_id' in shape || 'after' in shape);
});
const MAX_ITEMS = 100;
const DAY_MS = 86_400_000;
const PUBLIC = /^\/(api|\.well-known)\//;
/** Say that the protocol is spoken here, and nothing else. */
const ROOTS = /^\/compat\/\w+(\/v1)?$/;
/** What is told of a wrong value, where it has a code of its own. */
const CODES: Readonly<Record<string, string>> = {
  capability: 'invalid_capability',
  surface: 'invalid_surface',
  include_unavailable: 'invalid_request',
};

function parametersOf({ query }: Asked): Record<string, Parameter> {
  const { properties } = z.toJSONSchema(query!, { io: 'input', unrepresentable: 'any' });
  return properties as Record<string, Parameter>;
}

/** The description is no JSON, and has tests of its own. */
const PARAMETERS = QUERIED.filter(({ id }) => id !== 'describeApi').flatMap((operation) =>
  Object.entries(parametersOf(operation)).map(([name, parameter]) => ({
    operation,
    name,
    choices: parameter.enum ?? parameter.items?.enum ?? [],
    bounds: parameter,
    what: `${operation.path} by ${name}`,
  })),
);

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
  await addItems();
});
afterAll(() => caller?.stop());

/** Three of each of what has lists and is quickly made. */
async function addItems(): Promise<void> {
  const { as, ids } = caller.fixture;
  const workspace = `/workspaces/${ids['Default']}`;
  const hook = { url: 'https://hooks.acme.example/a', events: ['*'] };
  for (let n = 0; n < 3; n++) {
    const made: readonly (readonly [string, object])[] = [
      ['/invites', { email: `new${n}@acme.example`, role: 'member' }],
      ['/groups', { name: `group ${n}`, user_ids: [] }],
      ['/webhooks', hook],
      [`${workspace}/webhooks`, hook],
      [`${workspace}/tunnels`, { name: `tunnel${n}`, allowed_targets: ['http://10.0.0.5:8080/mcp'] }],
      [
        `${workspace}/prompts/templates`,
        { name: `template${n}`, messages: [{ role: 'user', content: 'Hello' }] },
      ],
    ];
    for (const [path, body] of made) {
      const { status } = await as('primary_owner', 'POST', path, body);
      expect([path, status]).toEqual([path, 201]);
    }
    await uploadFile();
  }
}

async function uploadFile(): Promise<void> {
  const body = new FormData();
  body.append('purpose', 'code_input');
  body.append('file', new File(['hello'], 'notes.txt'));
  const headers = { authorization: `Bearer ${caller.fixture.secrets.pia}` };
  const url = `http://127.0.0.1:${caller.fixture.service.port}/v1/files`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
}

/** A day, which every kind of bucket divides into few. */
function period() {
  const nowMs = caller.fixture.service.nowMs();
  return {
    starting_at: new Date(nowMs - DAY_MS).toISOString(),
    ending_at: new Date(nowMs).toISOString(),
  };
}

async function ask(operation: Asked, query: Readonly<Record<string, string | number>>) {
  const times = operation.id === 'reportUsageSeries' ? period() : {};
  const given = new URLSearchParams(requiredQuery(operation.query, { ...caller.known, ...times }).slice(1));
  for (const [name, value] of Object.entries(query)) given.set(name, String(value));
  const { status, text } = await caller.send(operation, `${caller.pathOf(operation)}?${given}`);
  return { status, body: JSON.parse(text) as Page & { error?: { code: string; param: string } } };
}

/** As one word. The code is the vendor's in other protocols, and the parameter as well in some. */
async function refusalOf(operation: Asked, name: string, value: string | number): Promise<string> {
  const { status, body } = await ask(operation, { [name]: value });
  return operation.isVendorApi ? String(status) : `${status} ${body.error?.code} ${body.error?.param}`;
}

function refused({ isVendorApi }: Asked, name: string): string {
  // Of a list the item is named.
  const param = name.endsWith('[]') ? `${name}[0]` : name;
  return isVendorApi ? '400' : `400 ${CODES[name] ?? 'invalid_parameter'} ${param}`;
}

describe('queries of every operation', () => {
  it.each(LISTS.map((operation) => [operation.path, operation] as const))(
    'PAGE-03 D-PAGE-1 %s takes 1 to 100 items, and no other limit',
    async (_path, operation) => {
      // Other vendors' lists have bounds of their own, and lower what is beyond.
      const beyond = operation.isVendorApi ? [] : [MAX_ITEMS + 1];
      for (const limit of [1, MAX_ITEMS]) {
        const { status, body } = await ask(operation, { limit });
        expect([status, body.data.length <= limit]).toEqual([200, true]);
      }
      for (const limit of [0, ...beyond, -1, '1.5', '1e1', '+1', ' 1', 'x', ''])
        expect([limit, await refusalOf(operation, 'limit', limit)]).toEqual([
          limit,
          refused(operation, 'limit'),
        ]);
    },
  );

  const READS = ALL_OPERATIONS.filter(
    ({ method, path }) => method === 'GET' && !ROOTS.test(path),
  ) as readonly Asked[];
  it.each(READS.map((operation) => [operation.path, operation] as const))(
    'MODEL-27 OAS-05 HOOK-57 D-15 what %s answers is kept by no cache, save models and what anybody may read',
    async (path, operation) => {
      const required = requiredQuery(operation.query, caller.known);
      const { status, headers } = await caller.send(operation, `${caller.pathOf(operation)}${required}`);
      const isModels = status === 200 && path.includes('/v1/models');
      expect([path, headers.get('cache-control')]).toEqual([
        path,
        PUBLIC.test(path) ? 'public, max-age=300' : isModels ? 'private, max-age=300' : 'no-store',
      ]);
      if (isModels) expect(headers.get('vary')).toMatch(/^Authorization/);
    },
  );

  let walked = 0;
  it.each(LISTS.map((operation) => [operation.path, operation] as const))(
    'PAGE-01 PAGE-02 PAGE-04 D-PAGE-1 %s says whether there is more, and goes on after it and back',
    async (_path, operation) => {
      const after = 'after_id' in operation.query!.shape ? 'after_id' : 'after';
      const page = async (query: object): Promise<Page> => (await ask(operation, { ...query })).body;
      const first = await page({ limit: 1 });
      expect(first).toMatchObject({ object: 'list', data: expect.any(Array), has_more: expect.any(Boolean) });
      expect([first.first_id, first.last_id].map((id) => id === null)).toEqual(
        Array.from({ length: 2 }, () => first.data.length === 0),
      );
      if (first.data.length === 0) return expect(first.has_more).toBe(false);
      const next = await page({ limit: 1, [after]: first.last_id });
      expect(next.data).toHaveLength(first.has_more ? 1 : 0);
      if (!first.has_more || !('before_id' in operation.query!.shape)) return;
      walked++;
      // The next one back is the first again, whatever has been added before it.
      const back = await page({ limit: 1, before_id: next.first_id });
      expect([back.first_id, back.last_id]).toEqual([first.first_id, first.first_id]);
    },
  );

  it('more than one item is in many of the lists', () => {
    expect(walked).toBeGreaterThanOrEqual(30);
  });

  it.each(PARAMETERS.filter(({ choices }) => choices.length > 0))(
    'KEY-23 D-KEY-4 D-GEN-6 $what takes each of its values, and nothing else',
    async ({ operation, name, choices }) => {
      for (const choice of choices) {
        const { status, body } = await ask(operation, { [name]: choice });
        expect([choice, status, body.error]).toEqual([choice, 200, undefined]);
      }
      for (const wrong of ['nonsense', '', choices[0]!.toUpperCase(), `${choices[0]} `])
        if (!choices.includes(wrong))
          expect([wrong, await refusalOf(operation, name, wrong)]).toEqual([wrong, refused(operation, name)]);
    },
  );

  it.each(PARAMETERS.filter(({ bounds, name }) => bounds.maximum !== undefined && name !== 'limit'))(
    'D-GEN-6 $what takes whole numbers within its bounds',
    async ({ operation, name, bounds: { minimum, maximum } }) => {
      for (const value of [minimum!, maximum!])
        expect((await ask(operation, { [name]: value })).status).not.toBe(400);
      for (const value of [minimum! - 1, maximum! + 1])
        expect(await refusalOf(operation, name, value)).toBe(refused(operation, name));
    },
  );
});
