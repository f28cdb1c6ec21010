import { beforeEach, describe, expect, it } from 'vitest';
import { ApiBrowser, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const PIA = { email: 'pia@both.test', name: 'Pia', role: 'owner', password: PASSWORD };
const BOTH = ACME.organizations.map((acme) => ({ ...acme, members: [...acme.members, PIA] }));
const GUS = { email: 'gus@globex.test', name: 'Gus', role: 'primary_owner', password: PASSWORD };
const GLOBEX = { name: 'Globex', plan: 'pro', members: [GUS, PIA], workspaces: [{ name: 'Default' }] };

describe('a page that was left open', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole({ organizations: [...BOTH, GLOBEX] }, (running, openWindow) => {
    [service, open] = [running, openWindow];
  });

  beforeEach(async () => {
    window = await open();
    return () => window.close();
  });

  it.each(['/set-up', '/invite', '/reset-password'])(
    'D-CONS-1 takes the whole link where a broken one was opened in the same tab before: %s',
    async (path) => {
      await window.goto(path);
      await window.page.getByText('This link is incomplete.').waitFor();
      // As when the link is pasted into the address: only what is behind # changes, and nothing is loaded again.
      await window.page.evaluate(() => location.assign('#token_of_a_link'));
      await window.page.getByText('This link is incomplete.').waitFor({ state: 'detached' });
      expect(window.page.url()).toBe(`${service.baseUrl}/console${path}`);
    },
  );

  it('D-CONS-1 opens the second of two links of invites in the tab of the first', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    for (const email of ['first@acme.test', 'second@acme.test'])
      await ada.post('/console/api/invites', { email, role: 'member' });
    const mails = (await ada.get('/console/api/outbox?limit=2')).body['data'] as {
      to: string;
      text: string;
    }[];
    const linkTo = (email: string) =>
      /\S+\/console\/invite#\S+/.exec(mails.find(({ to }) => to === email)!.text)![0];
    await window.page.goto(linkTo('first@acme.test'));
    await window.page.getByText('first@acme.test').waitFor();
    await window.page.goto(linkTo('second@acme.test'));
    await window.page.getByText('second@acme.test').waitFor();
    expect([await window.page.getByText('first@acme.test').count(), new URL(window.page.url()).hash]).toEqual(
      [0, ''],
    );
  });

  it('D-CONS-6 a tab shows and changes nothing of one organization in another that the person went on to elsewhere', async () => {
    const { page } = window;
    await page.clock.install();
    await window.signIn('pia@both.test', PASSWORD);
    const elsewhere = new ApiBrowser(service.baseUrl);
    for (const { name, value } of await window.context.cookies()) elsewhere.cookies.set(name, value);
    await elsewhere.learnToken();
    const { organizations } = (await elsewhere.get('/console/api/auth/session')).body as {
      organizations: { id: string; name: string }[];
    };
    const goOnIn = async (organization: string) => {
      const { id } = organizations.find(({ name }) => name === organization)!;
      expect((await elsewhere.post('/console/api/me/organization', { organization_id: id })).status).toBe(
        200,
      );
      await elsewhere.learnToken();
    };
    const comeBack = async () => {
      await page.clock.fastForward(61_000);
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    };
    await goOnIn('Acme');
    await window.goto('/settings');
    const name = page.getByLabel('Organization name');
    await name.fill('typed for Acme');
    await page.getByLabel('None').check();
    await goOnIn('Globex');
    await comeBack();
    await window.button('Globex Owner').waitFor();
    await expect.poll(() => name.inputValue()).toBe('Globex');
    expect(await page.getByLabel('Any server').isChecked()).toBe(true);
    await goOnIn('Acme');
    await window.goto('/keys');
    await page.getByRole('link', { name: 'website backend' }).waitFor();
    await goOnIn('Globex');
    await comeBack();
    await window.button('Globex Owner').waitFor();
    await page.getByText('No keys yet').waitFor();
    expect([await page.getByRole('link', { name: 'website backend' }).count(), window.wrongs]).toEqual([
      0,
      [],
    ]);
  });

  it('WORK-19 shows and changes nothing of one workspace on the page of another', async () => {
    await window.signIn('ada@acme.test', PASSWORD);
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const make = async (name: string, spend: string) =>
      String((await ada.post('/console/api/workspaces', { name, spend_limit_usd: spend })).body['id']);
    const [first, second] = [await make('First', '100'), await make('Second', '7')];
    await window.goto(`/workspaces/${first}`);
    await window.page.getByLabel('Description').fill('of the first');
    await window.move(`/workspaces/${second}`);
    await window.page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    const shown = () =>
      Promise.all([
        window.page.getByLabel('Name').inputValue(),
        window.page.getByLabel('Description').inputValue(),
      ]);
    expect(await shown()).toEqual(['Second', '']);
  });
});
