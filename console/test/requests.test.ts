import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const PATH = '/v1/chat/completions';
const OFFICE_KEY = `sk_live_${'7'.repeat(64)}`;
const [acme] = ACME.organizations;
/** With a key that may be used from elsewhere only. */
const PROVISIONING = {
  organizations: [
    {
      ...acme!,
      keys: [
        ...acme!.keys,
        { ...acme!.keys[0]!, name: 'office', secret: OFFICE_KEY, allowed_ips: ['203.0.113.0/24'] },
        { ...acme!.keys[0]!, name: 'office-eu', secret: `sk_live_${'6'.repeat(64)}` },
      ],
    },
  ],
};

interface Asked {
  readonly text: string;
  readonly stream?: unknown;
  readonly key?: string;
}

describe('the requests page', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(PROVISIONING, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
    for (const text of ['first', '[[sandbox: fail=500]] secret', 'last']) await ask({ text });
    await ask({ text: 'bad', stream: 'no' });
  });

  const ask = async ({ text, stream = false, key = MAIN_KEY }: Asked): Promise<string> => {
    const body = { messages: [{ role: 'user', content: text }], stream };
    const response = await service.post(PATH, key, body);
    await response.text();
    return response.headers.get('x-svc-request-id')!;
  };
  const rows = () => window.page.getByRole('region', { name: 'Requests' }).locator('tbody tr');
  /** Without what is only read out. */
  const statuses = async () =>
    (await rows().locator('td:first-child').allInnerTexts()).map((text) => inOneLine(text).split(' ,')[0]!);
  const toBeListed = async (count: number): Promise<void> => {
    await expect
      .poll(
        async () => {
          await window.goto('/requests');
          await window.settled();
          return rows().count();
        },
        { timeout: 30_000 },
      )
      .toBe(count);
  };

  it('D-CONS-5 lists every call, failed and refused ones too, and filters by address, keyboard and mouse', async () => {
    const { page } = window;
    await toBeListed(4);
    expect(await statuses()).toEqual([expect.stringMatching(/^400 \w+/), '200', '502 upstream_error', '200']);
    expect(await rows().nth(1).innerText()).toContain('website backend');
    expect(await window.violations()).toEqual([]);
    await page.getByLabel('Status').selectOption('Not completed');
    await expect.poll(statuses).toHaveLength(2);
    expect(page.url()).toContain('status=unsuccessful');
    await page.getByLabel('Error code').fill('upstream_error');
    await expect.poll(statuses).toEqual(['502 upstream_error']);
    await page.reload();
    await expect.poll(statuses).toEqual(['502 upstream_error']);
    expect(await page.getByLabel('Error code').inputValue()).toBe('upstream_error');
    await page.getByLabel('Cost from').fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('No call matches these filters.').waitFor();
    await window.button('Clear').click();
    await expect.poll(statuses).toHaveLength(4);
    await page.getByLabel('Key').fill('website backend');
    await expect.poll(() => page.url()).toContain('key=apikey_');
    expect(await page.getByLabel('Key').inputValue()).toBe('website backend');
    await page.getByRole('button', { name: /^Time/ }).click();
    await window.button('Previous month').click();
    const days = page.getByRole('grid').getByRole('button');
    await days.first().click();
    await days.nth(1).click();
    await page.getByText('No call matches these filters.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('10:30');
    await page.getByLabel('To', { exact: true }).focus();
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toMatch(/from=\d{4}-\d\d-01T10:30.*to=\d{4}-\d\d-02T23:59/);
    await page.keyboard.press('Escape');
    await window.button('Clear').click();
    await expect.poll(statuses).toHaveLength(4);
    const asked = page.waitForRequest(/requests\?.*ending_at/);
    await window.move('/requests?from=2026-11-02T00:00:00.000Z&to=2026-11-03T23:59:00.000Z');
    const ending = new URL((await asked).url()).searchParams.get('ending_at');
    expect(ending).toBe('2026-11-04T00:00:00.000Z');
    await window.button('Clear').click();
    await expect.poll(statuses).toHaveLength(4);
    expect(window.wrongs).toEqual([]);
  });

  it('keeps the focus and what is typed in a filter that applies', async () => {
    const { page } = window;
    await window.goto('/requests');
    const key = page.getByLabel('Key');
    const isFocused = () => key.evaluate((field) => field === document.activeElement);
    await key.pressSequentially('office');
    await expect.poll(() => page.url()).toContain('key=apikey_');
    const shorter = page.url();
    await key.pressSequentially('-eu');
    await expect.poll(() => page.url()).not.toBe(shorter);
    expect([await key.inputValue(), await isFocused()]).toEqual(['office-eu', true]);
    const cost = page.getByLabel('Cost from');
    await cost.fill('5');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('cost=');
    expect(await cost.evaluate((field) => field === document.activeElement)).toBe(true);
    await window.button('Clear').click();
    await expect.poll(() => key.inputValue()).toBe('');
    expect(await cost.inputValue()).toBe('');
  });

  it('finds keys by their names that are not among the newest', async () => {
    const { page } = window;
    const none = { data: [], has_more: false, first_id: null, last_id: null };
    await page.route('**/console/api/api_keys?*', (route) => route.fulfill({ json: none }));
    await window.goto('/requests?latest=7d');
    const key = page.getByLabel('Key');
    await key.fill('website backend');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('key=apikey_');
    await page.reload();
    await expect.poll(() => key.inputValue()).toBe('website backend');
    await key.fill('office');
    await page.getByRole('option', { name: 'office-eu' }).waitFor();
    await window.unroute();
  });

  it.each([1440, 1280, 1024, 800])('has room for who called in a window of %i px', async (width) => {
    await window.page.setViewportSize({ width, height: 800 });
    await window.goto('/requests');
    const caller = await rows().nth(1).getByText('website backend').boundingBox();
    await window.page.setViewportSize({ width: 1280, height: 800 });
    expect(caller?.width).toBeGreaterThan(90);
  });

  it('opens a request from anywhere in its row, with its times, its receipt and an id to copy', async () => {
    const { page } = window;
    await toBeListed(4);
    const failed = rows().nth(2);
    // The cell of its duration, far from the link.
    const { x, y } = (await failed.locator('td').nth(5).boundingBox())!;
    await page.mouse.click(x + 5, y + 5);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    const id = /req_\w{26}/.exec(page.url())![0];
    await page.getByRole('link', { name: 'website backend' }).waitFor();
    const shown = inOneLine(await page.getByRole('main').innerText());
    for (const text of [id, '502', 'upstream_error', PATH, 'Svc Standard', 'website backend'])
      expect(shown).toContain(text);
    for (const text of ['No output', 'No usage, no charge.']) expect(shown).toContain(text);
    expect(shown).not.toMatch(/secret|sandbox/);
    expect(await window.violations()).toEqual([]);
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.button('Copy Request ID').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    await page.getByRole('link', { name: 'Calls like this one' }).click();
    await expect.poll(statuses).toEqual(['502 upstream_error']);
    await page.goBack();
    await page.getByRole('link', { name: 'All requests' }).click();
    await expect.poll(statuses).toHaveLength(4);
    await rows().nth(1).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Until the first token').waitFor();
    const receipt = inOneLine(await page.getByRole('main').innerText());
    expect(receipt).toMatch(/Input tokens \d+.*Output tokens \d+.*Charged to the plan [\d.]+ tokens/);
    await page.getByRole('link', { name: 'website backend' }).click();
    await page.getByRole('heading', { name: 'website backend' }).waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it('shows calls as they end while it is live, and asks for nothing otherwise', async () => {
    const { page } = window;
    await toBeListed(4);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes('/console/api/requests?') ? 1 : 0));
    await window.button('Live').click();
    expect(await window.button('Live').getAttribute('aria-pressed')).toBe('true');
    await ask({ text: 'new', stream: 'no' });
    await expect.poll(() => rows().count(), { timeout: 20_000 }).toBe(5);
    expect((await statuses())[0]).toMatch(/^400 /);
    expect(await window.violationsIn('light')).toEqual([]);
    await window.button('Live').click();
    const before = asked;
    await page.waitForTimeout(3000);
    expect(asked).toBe(before);
  });

  it('opens a request by its id, and says when there is no record of it', async () => {
    const { page } = window;
    await window.goto('/requests');
    const openId = async (id: string): Promise<void> => {
      await page.getByLabel('Request ID').fill(id);
      await window.button('Open').click();
    };
    await openId('req_unknown');
    await page.getByText('No record of this request').waitFor();
    expect(await window.violations()).toEqual([]);
    const id = await ask({ text: 'just ended' });
    await page.getByRole('link', { name: 'All requests' }).click();
    // At once: the page waits for a record that is on its way.
    await openId(` ${id} `);
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
  });

  it('leads from the error of a call in the playground to its record', async () => {
    const { page } = window;
    await window.goto('/playground');
    await page.getByLabel('Message').fill('[[sandbox: fail=503]]');
    await window.button('Send').click();
    await page.getByRole('link', { name: /^req_/ }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(inOneLine(await page.getByRole('main').innerText())).toContain('Key None (signed in)');
  });

  it('leads from the audit event of a refused address to the call', async () => {
    const { page } = window;
    const id = await ask({ text: 'from here', key: OFFICE_KEY });
    await window.goto('/audit?event=api_key.ip_denied');
    await page.getByRole('button', { name: /API key refused by address/ }).click();
    await window.dialog.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    // Its name is asked for once the record is there.
    await expect
      .poll(async () => inOneLine(await page.getByRole('main').innerText()))
      .toMatch(/403.*Key office/);
    expect(await window.dialog.count()).toBe(0);
  });

  it('fits a phone, with its filters folded away', async () => {
    const phone = await open({ viewport: { width: 360, height: 800 } });
    await phone.signIn('ada@acme.test', PASSWORD);
    await phone.goto('/requests');
    await phone.page.getByRole('link', { name: /^502/ }).waitFor();
    expect(await phone.page.getByLabel('Status').isVisible()).toBe(false);
    await phone.page.getByText('Filters', { exact: true }).click();
    expect(await phone.page.getByLabel('Status').isVisible()).toBe(true);
    expect(await phone.violations()).toEqual([]);
    expect(await phone.scrollsSideways()).toBe(false);
    await phone.page.getByRole('link', { name: /^502/ }).click();
    await phone.page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await phone.violations()).toEqual([]);
    expect(await phone.scrollsSideways()).toBe(false);
    await phone.close();
  });

  it('D-CONS-3 shows a member their own calls only, and no filter by person', async () => {
    const member = await open();
    await member.signIn('mem@acme.test', PASSWORD);
    await member.goto('/requests');
    await member.page.getByText('Calls appear here moments after they end.').waitFor();
    expect(await member.page.getByLabel('Person').count()).toBe(0);
    expect(await member.violations()).toEqual([]);
    expect(member.wrongs).toEqual([]);
    await member.close();
  });
});

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
