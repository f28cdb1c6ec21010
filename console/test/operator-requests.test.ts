import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole } from './with-console.ts';

describe('a call of any organization', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    window = await open();
    await setUpOperator(service, window, { email: 'otto@svc.test', role: 'operator' });
  });

  it('is shown by its id, with its record', async () => {
    const body = { messages: [{ role: 'user', content: 'Hello' }], stream: false };
    const response = await service.post('/v1/chat/completions', MAIN_KEY, body);
    const id = response.headers.get('x-svc-request-id')!;
    await response.text();
    await service.flushUsage();
    await window.goto('/operator/requests');
    await window.page.getByLabel('Request ID').fill(id);
    await window.button('Open').click();
    // In the list that is still shown for a moment the model is in a row and among the filters.
    await window.page.getByRole('definition').getByText('Svc Standard').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.goto('/operator/requests/req_nothing');
    await window.page.getByText('No record of this request').waitFor();
  });

  it('appears as it ends, and is found by filters that the address keeps', async () => {
    const { page } = window;
    const call = async (model: string) => {
      const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: false };
      const response = await service.post('/v1/chat/completions', MAIN_KEY, body);
      await response.text();
      await service.flushUsage();
    };
    await call('Svc Standard');
    await window.goto('/operator/requests');
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('row');
    await rows.nth(1).getByRole('link', { name: 'Acme' }).waitFor();
    const before = await rows.count();
    await window.button('Live').click();
    await call('Svc Standard');
    await rows.nth(before).waitFor();
    expect(await window.violations()).toEqual([]);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Refused');
    await page.getByText('None of the newest 10,000 calls matches these filters.').waitFor();
    expect(page.url()).toContain('status=refused');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Engine').fill('main');
    await page.getByLabel('Engine').press('Tab');
    await rows.nth(before).waitFor();
    expect(page.url()).toContain('engine=main');
  });
});
