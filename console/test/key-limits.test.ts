import { describe, expect, it } from 'vitest';
import { ApiBrowser, type RunningConsole } from '../../server/test-kit/index.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';
import { ACME, PASSWORD } from './acme.ts';

const MODEL = 'Svc Standard';

describe('limits of one key in the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open({ viewport: { width: 1440, height: 900 } });
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const openForm = async (name: string) => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill(name);
  };
  const submit = () => window.dialog.getByRole('button', { name: 'Create key' }).click();
  const advanced = () => window.dialog.getByText('Advanced', { exact: true }).click();
  const openKey = async (name: string) => {
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name, exact: true }).click();
    await window.page.getByRole('heading', { name: 'Limits' }).waitFor();
  };
  const stored = async (name: string) => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const { data } = (await ada.get('/console/api/api_keys?limit=100')).body as {
      data: { id: string; name: string; kind: string }[];
    };
    const key = data.find((one) => one.name === name)!;
    const { body } = await ada.get(`/console/api/api_keys/${key.id}/restrictions`);
    const events = (await ada.get('/console/api/audit_events')).body as {
      data: { event: string; resource: { id: string }; changes: object }[];
    };
    return {
      kind: key.kind,
      limits: body,
      events: events.data.filter(({ resource }) => resource.id === key.id),
    };
  };

  it('asks for a name, a workspace and an end, with its buttons in sight at 900 px', async () => {
    await openForm('short');
    const bottom = async () => {
      const button = await window.dialog.getByRole('button', { name: 'Create key' }).boundingBox();
      return button!.y + button!.height;
    };
    expect(await bottom()).toBeLessThan(900);
    expect(await window.dialog.getByLabel('Allowed origins').isVisible()).toBe(false);
    await advanced();
    expect(await window.dialog.getByLabel('Allowed origins').isVisible()).toBe(true);
    expect(await bottom()).toBeLessThan(900);
    // No endpoint accepts a public key.
    expect(await window.dialog.getByLabel('Public').count()).toBe(0);
    await window.dialog.getByLabel('Selected models').check();
    await window.dialog.getByLabel(MODEL).waitFor();
    expect(await window.violations()).toEqual([]);
    await window.page.keyboard.press('Escape');
  });

  it('makes a key with limits, shows them, and changes them', async () => {
    await openForm('robot');
    await advanced();
    await window.dialog.getByLabel('Selected models').check();
    // None chosen would mean any: the browser stops it.
    await window.dialog.getByLabel(MODEL).waitFor();
    await submit();
    const complaint = await window.dialog
      .getByLabel(MODEL)
      .evaluate((box: HTMLInputElement) => box.validationMessage);
    expect(complaint).toBe('Select at least one model.');
    await window.dialog.getByLabel(MODEL).check();
    await window.dialog.getByLabel('Monthly budget').fill('5');
    await window.dialog.getByLabel('Requests per minute').fill('1');
    await window.dialog.getByLabel('Output tokens per minute').fill('1000');
    await submit();
    const secret = (await window.page.locator('[data-secret]').textContent()) ?? '';
    await openKey('robot');
    expect((await stored('robot')).limits).toMatchObject({
      allowed_models: [MODEL],
      monthly_budget_usd: '5.00',
      requests_per_minute: 1,
      input_tokens_per_minute: null,
      output_tokens_per_minute: 1000,
    });
    const meter = window.page.getByRole('meter', { name: 'Monthly budget' });
    expect(await meter.getAttribute('aria-valuetext')).toBe('$0.00 of $5.00');
    expect(await window.page.getByText(/^Resets on 1 |^Resets on .* 1,/).count()).toBe(1);
    expect(await window.violations()).toEqual([]);
    const messages = [{ role: 'user', content: 'Hi' }];
    const call = async () => {
      const response = await service.post('/v1/chat/completions', secret, { messages, stream: false });
      await response.text();
      return response.status;
    };
    expect([await call(), await call()]).toEqual([200, 429]);

    await window.button('Edit limits').click();
    await window.dialog.getByLabel('All models').check();
    await window.dialog.getByLabel('Monthly budget').fill('');
    await window.dialog.getByLabel('Requests per minute').fill('600');
    await window.dialog.getByLabel('Expires').selectOption('On a date…');
    await window.dialog.getByLabel('Last day').fill('2099-05-04');
    await window.dialog.getByRole('button', { name: 'Save limits' }).click();
    await window.page.getByText('Limits saved.').waitFor();
    await window.dialog.waitFor({ state: 'detached' });
    expect(await meter.count()).toBe(0);
    const { limits, events } = await stored('robot');
    expect(limits).toMatchObject({
      allowed_models: [],
      monthly_budget_usd: null,
      requests_per_minute: 600,
      output_tokens_per_minute: 1000,
      expires_at: '2099-05-04T23:59:59Z',
    });
    expect(events[0]).toMatchObject({
      event: 'api_key.updated',
      changes: { requests_per_minute: { from: 1, to: 600 }, monthly_budget_usd: { from: '5.00', to: null } },
    });
    expect(events[0]!.changes).not.toHaveProperty('output_tokens_per_minute');
    expect(await call()).toBe(200);
  });

  it('shows at its field what is refused, though the field was folded', async () => {
    await openForm('too much');
    await advanced();
    await window.dialog.getByLabel('Monthly budget').fill('9500000');
    await advanced();
    await submit();
    const budget = window.dialog.getByLabel('Monthly budget');
    await budget.waitFor({ state: 'visible' });
    expect(await budget.getAttribute('aria-invalid')).toBe('true');
    await budget.fill('2.50');
    await window.dialog.getByLabel('Code').check();
    await window.dialog.getByLabel('Expires').selectOption('In 90 days');
    await submit();
    await openKey('too much');
    const { kind, limits } = await stored('too much');
    expect([kind, limits['monthly_budget_usd']]).toEqual(['svc_code', '2.50']);
    const days = (Date.parse(limits['expires_at'] as string) - service.nowMs()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('says that a key has none, and offers no change of a revoked one', async () => {
    await openForm('free');
    await submit();
    await openKey('free');
    await window.page.getByText('This key has no limits of its own.').waitFor();
    await window.button('Revoke').click();
    await window.dialog.getByRole('button', { name: 'Revoke' }).click();
    await window.dialog.waitFor({ state: 'detached' });
    await window.page.getByText('This key has no limits of its own.').waitFor();
    await expect.poll(() => window.button('Edit limits').count()).toBe(0);
  });
});
