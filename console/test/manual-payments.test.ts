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
    expect(await window.button('Record a payment').count()).toBe(0);
    expect(window.wrongs).toEqual([]);
  } finally {
    await window.close();
    await chromium.close();
    await service.stop();
  }
});
