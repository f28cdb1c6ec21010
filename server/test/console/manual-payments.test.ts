import { afterEach, expect, it } from 'vitest';
import { ApiBrowser, oneModel, oneOrganization, type RunningConsole, startConsoleNode } from '#test-kit';

const PASSWORD = 'correct horse battery';
const OWNER = 'ada@acme.test';
const person = (email: string, role: string) => ({ email, name: role, role, password: PASSWORD });
const PROVISIONING = oneOrganization({
  members: [
    person(OWNER, 'primary_owner'),
    person('bill@acme.test', 'billing'),
    person('dev@acme.test', 'developer'),
  ],
});
const ASK =
  'The operator of this service adds credits. Contact the operator and include the id of your organization.';
const NONE = 'This service does not take payments. Ask its operator about other options.';

let service: RunningConsole;
afterEach(() => service?.stop());

const start = async (payments?: object): Promise<void> => {
  const deployment = oneModel({ type: 'sandbox' }, payments ? { payments } : {});
  service = await startConsoleNode(undefined, { deployment, provisioning: PROVISIONING });
};

async function signedIn(email: string): Promise<ApiBrowser> {
  const browser = new ApiBrowser(service.baseUrl);
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  return browser;
}

const pay = (browser: ApiBrowser, reference = 'Invoice 1') =>
  browser.send('POST', '/console/api/billing/payments', { amount_usd: '1000', reference });

it.each([
  ['operators', undefined, ASK],
  ['operators', { manual: 'operators' }, ASK],
  ['off', { manual: 'off' }, NONE],
])('D-CONS-7 owners cannot credit themselves: %s, by %o', async (manual_payments, payments, message) => {
  await start(payments);
  for (const email of [OWNER, 'bill@acme.test']) {
    const browser = await signedIn(email);
    const before = (await browser.get('/console/api/billing')).body as { credits: object };
    expect(before).toMatchObject({ manual_payments });
    expect(await pay(browser)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message } },
    });
    expect((await browser.get('/console/api/billing')).body).toMatchObject({ credits: before.credits });
    expect((await browser.get('/console/api/billing/ledger')).body).toMatchObject({ data: [] });
  }
  expect(await pay(await signedIn('dev@acme.test'))).toMatchObject({
    status: 403,
    body: { error: { code: 'role_required' } },
  });
});

it('D-CONS-7 owners record payments if the operator allows it', async () => {
  await start({ manual: 'owners' });
  const browser = await signedIn(OWNER);
  expect((await browser.get('/console/api/billing')).body).toMatchObject({ manual_payments: 'owners' });
  expect(await pay(browser)).toMatchObject({ status: 201, body: { amount_usd: '1000.00' } });
});

const turn = (browser: ApiBrowser, on: boolean) =>
  browser.send('PATCH', '/console/api/billing', { credits_enabled: on });

it('D-CONS-7 owners turn credits on and off where they record payments, and the log says so', async () => {
  await start({ manual: 'owners' });
  const bill = await signedIn('bill@acme.test');
  for (const enabled of [true, true, false])
    expect(await turn(bill, enabled)).toMatchObject({ status: 200, body: { credits: { enabled } } });
  expect((await bill.get('/console/api/billing')).body).toMatchObject({ credits: { enabled: false } });
  const { data } = (await (await signedIn(OWNER)).get('/console/api/audit_events?event=organization.updated'))
    .body as { data: { actor: object; changes: object }[] };
  expect(data).toMatchObject([
    { actor: { email: 'bill@acme.test' }, changes: { credits_enabled: { from: true, to: false } } },
    { actor: { email: 'bill@acme.test' }, changes: { credits_enabled: { from: false, to: true } } },
  ]);
  const refused = { status: 403, body: { error: { code: 'role_required' } } };
  expect(await turn(await signedIn('dev@acme.test'), true)).toMatchObject(refused);
});

it('D-CONS-7 owners cannot turn on credits that the operator gives', async () => {
  await start();
  const browser = await signedIn(OWNER);
  expect(await turn(browser, true)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  expect((await browser.get('/console/api/billing')).body).toMatchObject({ credits: { enabled: false } });
});
