import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '../../server/test-kit/index.ts';
import { NotFoundError, Svc } from '../src/index.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let svc: Svc;

beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('Hello Ada.'));
  service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  svc = new Svc({ baseUrl: service.baseUrl, apiKey: MAIN_KEY });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

describe('prompts', () => {
  it('PTPL-05 PTPL-13 PTPL-14 PTPL-15 PTPL-16 are created, labelled, listed, read and used in a call', async () => {
    const { templates } = svc.prompts;
    const messages = [{ role: 'user', content: 'Greet {{name}}.' }] as const;
    const created = await templates.create({ name: 'greet', messages: [...messages], model: 'Svc Standard' });
    expect(created).toMatchObject({ name: 'greet', latest_version: 1, variables: ['name'] });
    expect((await templates.setLabel('greet', 'production', 1)).labels).toEqual({ production: 1 });
    expect(await templates.retrieve(created.id, { label: 'production' })).toMatchObject({ id: created.id });
    const names: string[] = [];
    for await (const { name } of templates.list()) names.push(name);
    expect(names).toEqual(['greet']);
    const prompt = { template: 'greet@production', variables: { name: 'Ada' } };
    const message = await svc.messages.create({ max_tokens: 10, prompt });
    expect(message.content).toMatchObject([{ type: 'text', text: 'Hello Ada.' }]);
    expect(upstream.requests.at(-1)!.body['messages']).toMatchObject([
      {},
      { role: 'user', content: 'Greet Ada.' },
    ]);
    expect((await templates.setLabel('greet', 'production', null)).labels).toEqual({});
    const refused = svc.messages.create({ max_tokens: 10, prompt });
    await expect(refused).rejects.toBeInstanceOf(NotFoundError);
    await expect(refused).rejects.toMatchObject({
      code: 'prompt_template_not_found',
      param: 'prompt.template',
    });
  });

  it('PTOOL-01 PTOOL-02 PTOOL-03 are drafted, improved and made templates of', async () => {
    const written = {
      working: 'w',
      system: null,
      messages: [{ role: 'user', content: 'Greet {{name}}.' }],
      variables: { name: 'Ada' },
      notes: [],
    };
    upstream.script(textReply(JSON.stringify(written)));
    const messages = [{ role: 'user' as const, content: 'Greet Ada.' }];
    expect(await svc.prompts.generate({ task: 'Greet' })).toMatchObject({
      tool: 'generate',
      variables: null,
    });
    expect(await svc.prompts.improve({ messages, problem: 'Too long' })).toMatchObject({ tool: 'improve' });
    const template = await svc.prompts.templatize({ messages });
    expect(template).toMatchObject({ tool: 'templatize', variables: { name: 'Ada' } });
    expect(await svc.prompts.templates.create({ name: 'made', messages: template.messages })).toMatchObject({
      variables: ['name'],
    });
  });
});
