import {
  onDatabase,
  oneModel,
  openaiEngine,
  startScriptedUpstream,
  textReply,
  type OpenTestDatabase,
} from '#test-kit';
import { startFilesFixture, type FilesFixture, type Reply } from '../files/files-fixture.ts';

export { OTHER_ORGANIZATION_KEY, OTHER_KEY, type Reply } from '../files/files-fixture.ts';

export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
export const EXTENSIONS = { 'svc-beta': 'chat-extensions-2026-12-01' };
const TEMPLATES = '/v1/prompts/templates';

interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PromptsFixture extends Pick<FilesFixture, 'service' | 'refusalOf'> {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  create(body: object, options?: CallOptions): Promise<Reply>;
  label(template: string, label: string, version: number | null, options?: CallOptions): Promise<Reply>;
  message(body: object, options?: CallOptions): Promise<Reply>;
  /** With the extensions flag. */
  chat(body: object, options?: CallOptions): Promise<Reply>;
  /** The messages of the last engine request, without the identity instruction. */
  sent(): { role: string; content: unknown }[];
  asked(): number;
  stop(): Promise<void>;
}

/** A service on the database whose engine replies `ok`, with two models. */
export async function startPromptsFixture(
  opened: Pick<OpenTestDatabase, 'databaseUrl'>,
  limits: Readonly<Record<string, number>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<PromptsFixture> {
  const upstream = await startScriptedUpstream(textReply('ok'));
  const { models } = oneModel({}) as { models: { id: string }[] };
  const files = await startFilesFixture(
    { files_batches_models_requests_per_minute: 100_000, chat_requests_per_minute: 100_000, ...limits },
    { ...onDatabase(opened), ...environment },
    {
      engines: { main: openaiEngine(upstream.baseUrl) },
      models: [...models, { ...models[0], id: 'Svc Second', default: false }],
      plans: [
        { id: 'pro', paid: true, monthly_tokens: 1_000_000_000, models: ['Svc Standard', 'Svc Second'] },
      ],
      identity_instruction: 'You are Svc.',
    },
  );
  const call: PromptsFixture['call'] = (method, path, body, { key, headers = {} } = {}) =>
    files.request(method, path, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(key === undefined ? {} : { key }),
    });
  return {
    service: files.service,
    refusalOf: files.refusalOf,
    call,
    create: (body, options) => call('POST', TEMPLATES, body, options),
    label: (template, label, version, options) =>
      call('PUT', `${TEMPLATES}/${template}/labels/${label}`, { version }, options),
    message: (body, options) =>
      call('POST', '/v1/messages', { model: 'Svc Standard', max_tokens: 10, ...body }, options),
    chat: (body, options) =>
      call('POST', '/v1/chat/completions', { stream: false, ...body }, { headers: EXTENSIONS, ...options }),
    sent: () => {
      const { messages } = upstream.requests.at(-1)!.body as {
        messages: { role: string; content: unknown }[];
      };
      return messages.slice(1);
    },
    asked: () => upstream.requests.length,
    stop: async () => {
      await files.service.stop();
      await upstream.close();
    },
  };
}

export const user = (content: string): { role: string; content: string } => ({ role: 'user', content });
export const assistant = (content: string): { role: string; content: string } => ({
  role: 'assistant',
  content,
});
export const system = (content: string): { role: string; content: string } => ({ role: 'system', content });
