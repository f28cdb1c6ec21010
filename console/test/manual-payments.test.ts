import { expect, it } from 'vitest';
import { oneModel, oneOrganization, startConsoleNode } from '../../server/test-kit/index.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';

const OWNER = {
  email: 'ada@acme.test',
  name: 'Ada',
  role: 'primary_owner',
  password: 'correct horse battery',
};
const ASK =
  'The operator of this service adds credits. Contact the operator and include the id of your organization.';
const provisioning = oneOrganization({ members: [OWNER] });

it('D-CONS-7 the page says whom to ask, and shows no form', async (context) => {
  const chromium = await openChromium();
  if (!chromium) return context.skip('Chromium not found');
  const service = await startConsoleNode(undefined, {
    deployment: oneModel({ type: 'sandbox' }),
    provisioning,
  });
  const window = await ConsoleWindow.open(chromium, service, {});
  try {
    await window.signIn(OWNER.email, OWNER.password);
    await window.goto('/billing');
    await window.page.getByText(ASK).waitFor();
    await window.page.getByText('Only the operator of this service can turn them on.').waitFor();
    expect(await window.button('Turn on credits').count()).toBe(0);
    expect(await window.button('Record a payment').count()).toBe(0);
    expect(window.wrongs).toEqual([]);
  } finally {
    await window.close();
    await chromium.close();
    await service.stop();
  }
});

it('D-CONS-7 owners turn credits on and off where they record payments', async (context) => {
  const chromium = await openChromium();
  if (!chromium) return context.skip('Chromium not found');
  const payments = { manual: 'owners' };
  const deployment = oneModel({ type: 'sandbox' }, { payments });
  const service = await startConsoleNode(undefined, { deployment, provisioning });
  const window = await ConsoleWindow.open(chromium, service, {});
  try {
    await window.signIn(OWNER.email, OWNER.password);
    await window.goto('/billing');
    await window.button('Turn on credits').click();
    await window.page.getByText('Calls use credits when the allowance is used up.').waitFor();
    await window.button('Turn off credits').click();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Turn off credits' }).click();
    await window.button('Turn on credits').waitFor();
    await window.page.reload();
    await window.button('Turn on credits').waitFor();
    expect(window.wrongs).toEqual([]);
  } finally {
    await window.close();
    await chromium.close();
    await service.stop();
  }
});
