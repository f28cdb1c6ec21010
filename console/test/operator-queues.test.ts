import { describe, expect, it } from 'vitest';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole } from './with-console.ts';

describe('the page of queues', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (service, open) => {
    window = await open();
    await setUpOperator(service, window, { email: 'otto@svc.test', role: 'operator' });
  });

  it('shows what waits and fails', async () => {
    const { page } = window;
    await window.goto('/operator/queues');
    const counts = page.getByRole('table', { name: 'Queues' });
    await counts.getByRole('row').filter({ hasText: 'Webhook deliveries' }).waitFor();
    await page.getByText('Nothing here').waitFor();
    await page.getByRole('tab', { name: 'Mail' }).click();
    await page.getByLabel('Show').selectOption('failed');
    await page.waitForURL((url) => url.search === '?queue=mails&state=failed');
    await page.getByText('Nothing here').waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('shows why a delivery fails, and retries it', async () => {
    const { page } = window;
    const delivery = {
      id: 'whd_01kbx3v9m2h7q4t8w5y6z0mm01',
      type: 'webhook_delivery',
      state: 'failed',
      organization_id: 'org_01kbx3v9m2h7q4t8w5y6z0bb01',
      webhook_id: 'whk_01kbx3v9m2h7q4t8w5y6z0kk01',
      webhook_host: 'hooks.acme.example',
      event_type: 'batch.completed',
      attempts: 11,
      status_code: 503,
      failure: 'http_status',
      created_at: '2026-11-20T16:41:00Z',
      next_attempt_at: null,
      redelivered_as: null,
    };
    const repeated = { ...delivery, id: 'whd_01kbx3v9m2h7q4t8w5y6z0mm00', redelivered_as: delivery.id };
    // The only answers of these tests that no service gives: a receiver fails for three days before one is given up.
    await page.route('**/operator/webhook_deliveries?*', (route) =>
      route.fulfill({
        json: { object: 'list', data: [delivery, repeated], has_more: false, first_id: null, last_id: null },
      }),
    );
    const retries: string[] = [];
    await page.route('**/operator/webhook_deliveries/*/retry', (route) => {
      retries.push(new URL(route.request().url()).pathname.split('/').at(-2) ?? '');
      return route.fulfill({ json: { ...delivery, state: 'failing' } });
    });
    for (const [width, scheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await window.goto('/operator/queues?queue=webhook_deliveries&state=failed');
      await page.getByText('http_status, 503').first().waitFor();
      await page.getByText('Repeated').waitFor();
      expect(await window.violationsIn(scheme)).toEqual([]);
      expect(await window.scrollsSideways()).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await window.button('Retry batch.completed').click();
    await page.getByText('The next attempt is due now.', { exact: true }).waitFor();
    expect(retries).toEqual([delivery.id]);
    await window.unroute();
  });
});
