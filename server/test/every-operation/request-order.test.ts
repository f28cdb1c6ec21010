import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS, type Operation, type RequestedOperation } from '@svc/contract';
import { OperationCaller } from './operation-caller.ts';
import { type Draft, REQUEST_FAULTS, type RequestFault, refusalOf, takesJson } from './request-faults.ts';

type Requested = RequestedOperation & Partial<Operation>;

const OPERATIONS: readonly Requested[] = ALL_OPERATIONS;

const agent = new Agent({ keepAlive: true });
let caller: OperationCaller;
let sessions: Readonly<Record<'person' | 'operator', Record<string, string>>>;
beforeAll(async () => {
  // While nobody may sign up, its paths are unknown.
  const signup = { mode: 'open', plan: 'pro' };
  caller = await OperationCaller.start({ signup }, { SMTP_URL: 'smtp://127.0.0.1:1' });
  const { operator, browserOf } = caller.fixture;
  sessions = {
    person: await (await browserOf('primary_owner')).sessionHeaders('/console/api/auth/session'),
    operator: await operator.browser.sessionHeaders('/console/api/operator/session'),
  };
});
afterAll(async () => {
  agent.destroy();
  await caller?.stop();
});

/** A request that nothing is wrong with but its body, which has no field. */
function draftOf(operation: Requested): Draft {
  const { credential, path, beta } = operation;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...(beta && { 'svc-beta': beta }),
  };
  if (path.startsWith('/console/api/operator/')) Object.assign(headers, sessions.operator);
  else if (path.startsWith('/console/')) Object.assign(headers, sessions.person);
  else if (credential !== 'none') headers['authorization'] = `Bearer ${caller.bearerFor(operation)}`;
  return { headers, body: takesJson(operation) ? '{}' : undefined };
}

/** What is answered when these are wrong. A declared size is wrong by itself only: its body never comes. */
async function answerOf(operation: Requested, faults: readonly RequestFault[]): Promise<string> {
  const draft = draftOf(operation);
  for (const fault of faults.toReversed()) fault.make(draft, operation);
  const url = `http://127.0.0.1:${caller.fixture.service.port}${caller.pathOf(operation)}`;
  const { method } = operation;
  const sent = request(url, { method, headers: draft.headers, agent });
  if ('content-length' in draft.headers) sent.flushHeaders();
  else sent.end(draft.body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { error } = (await json(answer)) as { error?: Record<string, string | null> };
  if (!sent.writableEnded) sent.destroy();
  return [answer.statusCode, error?.['code'] ?? error?.['type'] ?? [], error?.['param'] ?? []]
    .flat()
    .join(' ');
}

describe('the order of checks', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'ADMIN-14 D-01 D-ERR-3 PBETA-02 PBETA-03 PBETA-04 PBETA-07 VER-02 VER-05 VER-06 of everything wrong %s tells the first',
    async (_id, operation) => {
      const faults = REQUEST_FAULTS.filter((fault) => fault.applies(operation));
      const told: string[] = [];
      for (const [place, fault] of faults.entries()) {
        const present = faults.slice(place).filter((one) => one === fault || !one.name.includes('declared'));
        told.push(await answerOf(operation, present));
      }
      expect(told).toEqual(faults.map((fault) => refusalOf(operation, fault)));
    },
  );
});
