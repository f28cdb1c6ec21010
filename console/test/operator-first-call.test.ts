import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const PLANS = [{ id: 'pro', paid: true, monthly_tokens: 1_000_000 }];

describe('an empty deployment', () => {
  let service: RunningConsole;
  let open: OpenWindow;

  withConsole(
    { organizations: [] },
    (running, openWindow) => {
      [service, open] = [running, openWindow];
    },
    { plans: PLANS },
  );

  it('comes to the first call of a customer by pages alone', async () => {
    const operator = await open();
    await setUpOperator(service, operator, { email: 'otto@svc.test', role: 'operator' });
    await operator.page.getByText('No organizations').waitFor();
    await operator.button('New organization').first().click();
    await operator.page.getByLabel('Name').fill('Initech');
    await operator.page.getByLabel('Plan').fill('pro');
    await operator.button('Create').click();
    await operator.page.getByRole('heading', { level: 1, name: 'Initech' }).waitFor();
    await operator.button('Owner link').click();
    await operator.page.getByLabel('Email of the first owner').fill('ina@initech.test');
    await operator.button('Create link').click();
    const link = await operator.dialog.locator('code').innerText();

    const owner = await open();
    await owner.goto(link.slice(link.indexOf('/console') + '/console'.length));
    await owner.page.getByText('You will own “Initech”.').waitFor();
    await owner.page.getByLabel('Your name').fill('Ina');
    await owner.page.getByLabel('Email').fill('ina@initech.test');
    await owner.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await owner.button('Create my account').click();
    await owner.page.getByRole('heading', { name: 'Get started' }).waitFor();
    await owner.page.getByRole('link', { name: 'API keys' }).click();
    await owner.button('Create key').click();
    await owner.dialog.getByLabel('Name').fill('website');
    await owner.dialog.getByRole('button', { name: 'Create key', exact: true }).click();
    const secret = (await owner.page.locator('[data-secret]').textContent()) ?? '';

    const body = { messages: [{ role: 'user', content: 'Hello' }], stream: false };
    const called = await service.post('/v1/chat/completions', secret, body);
    expect(called.status).toBe(200);
    await called.text();
    await service.flushUsage();
    await operator.button('Done').click();
    await operator.goto('/operator/requests');
    const rows = operator.page.getByRole('region', { name: 'Requests' }).getByRole('row');
    await rows.nth(1).getByRole('link', { name: 'Initech' }).waitFor();
    expect([...operator.wrongs, ...owner.wrongs]).toEqual([]);
  });
});
