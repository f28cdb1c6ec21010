import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ADMINISTRATION_OPERATIONS,
  CONSOLE_OPERATIONS,
  OPERATOR_OPERATIONS,
  OPERATOR_PAGE_OPERATIONS,
  WORKSPACE_OPERATIONS,
  type Operation,
  type RequestedOperation,
} from '@svc/contract';
import { bodyFaults } from './body-faults.ts';
import { CONNECTION, OperationCaller } from './operation-caller.ts';
import { sampleValues } from './sample-value.ts';

type Asked = RequestedOperation & Partial<Operation>;

/** Those of the Console that mirror others have the same schemas. */
const OPERATIONS: readonly Asked[] = [
  ...ADMINISTRATION_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...OPERATOR_PAGE_OPERATIONS,
].filter(({ request }: Asked) => request !== undefined);
const NAMED = OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** Texts whose form the description does not tell. */
const FORMS = {
  allowed_targets: 'http://10.0.0.5:8080/mcp',
  url: 'https://hooks.acme.example/a',
  issuer: CONNECTION.oidc.issuer,
  sso_url: CONNECTION.oidc.issuer,
};

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

/** Status, code and field. */
async function refusalOf(operation: Asked, body: unknown): Promise<string> {
  const { status, text } = await caller.send(operation, caller.pathOf(operation), body);
  const { error } = JSON.parse(text) as { error?: { code: string; param: string } };
  return `${status} ${error?.code} ${error?.param}`;
}

describe('bodies of every operation', () => {
  it.each(NAMED.filter(([, { readOnly }]) => readOnly !== undefined))(
    'KEY-10 KEY-36 ADMIN-10 PTPL-02 D-GEN-6 %s takes no field that callers only read',
    async (_name, operation) => {
      const { properties } = z.toJSONSchema(operation.request!, { io: 'input', unrepresentable: 'any' });
      const fields = operation.readOnly!.filter((name) => !(name in (properties ?? {})));
      const [sample] = sampleValues(operation.request!, caller.known) as [object];
      for (const name of fields)
        expect(await refusalOf(operation, { ...sample, [name]: 'x' })).toBe(`400 read_only_field ${name}`);
    },
  );

  it.each(NAMED)(
    'KEY-03 KEY-31 KEY-70 WORK-04 WORK-35 HOOK-06 HOOK-15 PLUG-05 TUN-05 TUN-14 TUN-16 D-GEN-6 %s names the field whose value is of another type, no word of its list or beyond its bounds',
    async (_name, operation) => {
      for (const { param, body } of bodyFaults(operation.request!, { ...caller.known, ...FORMS })) {
        const refused = await refusalOf(operation, body);
        const [status, , named] = refused.split(' ');
        expect([param, status, named]).toEqual([param, '400', param]);
      }
    },
  );
});
