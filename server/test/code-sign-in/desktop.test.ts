import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import { KEY, refusal, startCodeSignInNode, type CodeSignInNode, type Reply } from './code-sign-in-node.ts';

const MONTH_MS = 32 * 86_400_000;
const FREE = { email: 'fay@free.test', client: 'svc-code-desktop', workspace: 'Default' };
const DEPLOYMENT = {
  links: { action: 'https://svc.test/upgrade' },
  limits: { free_desktop_monthly_tokens: 2000, weekly_window_share: 0.1, session_window_share: 0.1 },
  engines: { sandbox: { type: 'sandbox' } },
  models: [
    { id: 'Everywhere', family: 'svc', default: true },
    { id: 'Keys Only', family: 'svc', surfaces: ['api'] },
    { id: 'svc-embed-1', family: 'svc', kind: 'embedding' },
  ].map((model) => ({
    description: 'For tests.',
    routes: [{ engine: 'sandbox', model: model.kind === 'embedding' ? 'sandbox-embed' : 'sandbox' }],
    pricing: { input: '1', ...(model.kind === 'embedding' ? {} : { output: '1', cached_input: '1' }) },
    ...model,
  })),
  plans: [
    { id: 'free', monthly_tokens: 10 },
    { id: 'pro', paid: true, monthly_tokens: 50_000_000 },
  ],
};

function chat(content: string, more: object = {}): object {
  return { messages: [{ role: 'user', content }], stream: false, max_tokens: 20, ...more };
}

describe.each(await httpDatabases(import.meta.filename))('surfaces and Desktop on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  const ask = (token: string, content = 'hello', more: object = {}): Promise<Reply> =>
    node.call(token, '/v1/chat/completions', chat(content, more));

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store, deployment: DEPLOYMENT });
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('AUTH-31 D-72 models and endpoints closed to a surface are forbidden there, and open to keys', async () => {
    const [cli, playground] = [(await node.signIn()).access_token, KEY];
    expect(refusal(await ask(cli))).toBe('200 undefined');
    expect(refusal(await ask(cli, 'hello', { model: 'Keys Only' }))).toBe('403 forbidden');
    expect(refusal(await ask(playground, 'hello', { model: 'Keys Only' }))).toBe('200 undefined');
    const embeddings = { model: 'svc-embed-1', input: 'hello' };
    expect(refusal(await node.call(cli, '/v1/embeddings', embeddings))).toBe('403 forbidden');
    // Refused for its surface before its body is checked.
    expect(refusal(await node.call(cli, '/v1/embeddings', {}))).toBe('403 forbidden');
    expect(refusal(await node.call(playground, '/v1/embeddings', embeddings))).toBe('200 undefined');
  });

  it('AUTH-32 D-74 Desktop requires a workspace, and other surfaces use the Default one', async () => {
    const desktop = await node.signIn({ client: 'svc-code-desktop' });
    expect(refusal(await ask(desktop.access_token))).toBe('400 org_required');
    const chosen = await node.signIn({ client: 'svc-code-desktop', workspace: 'Research' });
    expect(refusal(await ask(chosen.access_token))).toBe('200 undefined');
    expect(refusal(await ask((await node.signIn()).access_token))).toBe('200 undefined');
    await node.services.journal.flush();
    const rows = await node.db
      .selectFrom('usage_records')
      .select(['workspace_id', 'key_id', 'user_id', 'surface'])
      .orderBy('created_at', 'desc')
      .execute();
    const pia = await node.person('pia@acme.test');
    const [inDefault, inResearch] = rows;
    expect([inDefault, inResearch]).toEqual([
      {
        workspace_id: await node.workspace('Default', pia.organizationId),
        key_id: null,
        user_id: pia.userId,
        surface: 'cli',
      },
      {
        workspace_id: await node.workspace('Research', pia.organizationId),
        key_id: null,
        user_id: pia.userId,
        surface: 'desktop',
      },
    ]);
    expect(rows.find(({ key_id: keyId }) => keyId !== null)).toMatchObject({ surface: null });
  });

  it('AUTH-33 D-74 on the Free plan other surfaces need a paid plan, and Desktop has its own monthly tokens', async () => {
    for (const client of ['svc-code', 'svc-code-terminal']) {
      const refused = await ask((await node.signIn({ ...FREE, client })).access_token);
      expect([refusal(refused), refused.body.error.reason]).toEqual(['403 plan_required', 'free_plan']);
    }
    const { access_token: token } = await node.signIn(FREE);
    let response: Reply;
    let responded = -1;
    do {
      response = await ask(token, 'word '.repeat(250));
      responded++;
    } while (response.status === 200 && responded < 50);
    expect([refusal(response), response.body.error.action_url]).toEqual([
      '402 quota_exceeded',
      'https://svc.test/upgrade',
    ]);
    // Far beyond the plan's own windows.
    expect(responded).toBeGreaterThan(2);
    expect(refusal(await node.call(token, '/v1/models', null))).toBe('200 undefined');
    await node.clock.advance(MONTH_MS);
    expect(refusal(await ask((await node.signIn(FREE)).access_token))).toBe('200 undefined');
  });

  it('AUTH-34 D-74 a long conversation is too long on the Free plan only', async () => {
    // At least two bytes per token: the byte count alone is inconclusive.
    const [long, fits] = ['a b '.repeat(20_000), 'abcdefgh '.repeat(10_000)];
    const { access_token: token } = await node.signIn(FREE);
    const response = await ask(token, long);
    expect([refusal(response), response.body.error.action_url]).toEqual([
      '413 prompt_too_large',
      'https://svc.test/upgrade',
    ]);
    expect(refusal(await node.call(token, '/v1/messages', { model: 'Everywhere', ...chat(long) }))).toBe(
      '413 prompt_too_large',
    );
    expect(['200 undefined', '402 quota_exceeded']).toContain(refusal(await ask(token, fits)));
    const paid = await node.signIn({ client: 'svc-code-desktop', workspace: 'Research' });
    expect(refusal(await ask(paid.access_token, long))).toBe('200 undefined');
  });

  it('AUTH-35 D-74 allows one reply at a time per workspace across all sign-ins, and the next as soon as one ends', async () => {
    await node.clock.advance(MONTH_MS);
    const [one, other] = [(await node.signIn(FREE)).access_token, (await node.signIn(FREE)).access_token];
    const slow = ask(one, '[[sandbox: delay=100]] hello');
    await expect
      .poll(() => node.db.selectFrom('desktop_replies').select('request_id').execute())
      .toHaveLength(1);
    const refused = await Promise.all([ask(other), ask(one), ask(other)]);
    expect(refused.map(refusal)).toEqual([
      '429 concurrent_request',
      '429 concurrent_request',
      '429 concurrent_request',
    ]);
    expect(refused[0].headers.get('retry-after')).toBe('5');
    expect(refusal(await slow)).toBe('200 undefined');
    // Requests in direct succession, whole and streamed, answered and refused.
    for (let round = 0; round < 5; round++)
      expect(refusal(await ask(round % 2 ? one : other))).toBe('200 undefined');
    expect(refusal(await ask(one, '[[sandbox: fail=503]]'))).toMatch(/^50/);
    await expect.poll(() => node.db.selectFrom('desktop_replies').select('request_id').execute()).toEqual([]);
    const left = new AbortController();
    const leaving = fetch(`${node.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat('[[sandbox: delay=500]] hello')),
      signal: left.signal,
    }).catch(() => undefined);
    await expect
      .poll(() => node.db.selectFrom('desktop_replies').select('request_id').execute())
      .toHaveLength(1);
    left.abort();
    await leaving;
    await expect.poll(() => node.db.selectFrom('desktop_replies').select('request_id').execute()).toEqual([]);
    expect(refusal(await ask(one))).toBe('200 undefined');
    const paid = await node.signIn({ client: 'svc-code-desktop', workspace: 'Research' });
    const both = await Promise.all([ask(paid.access_token), ask(paid.access_token)]);
    expect(both.map(refusal)).toEqual(['200 undefined', '200 undefined']);
  });
});
