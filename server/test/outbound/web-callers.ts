import { textReply } from '#test-kit';
import { askRefused, askWhole } from '../messages/ask.ts';
import { redirect } from './attacked-site.ts';
import type { Attacked, Caller } from './caller.ts';
import type { Trial } from './trap-network.ts';

const FETCH = { tools: [{ type: 'svc_web_fetch' }] };

/** The last message that the engine was sent: the result of the tool. */
export function toolResult({ fixture }: Attacked): unknown {
  const messages = fixture.upstream.requests.at(-1)!.body['messages'] as { role: string; content: string }[];
  return messages.findLast(({ role }) => role === 'tool')?.content;
}

async function fetchPage(attacked: Attacked, url: string): Promise<unknown> {
  const { fixture } = attacked;
  fixture.callThenReply('svc_web_fetch', { url });
  await askWhole(fixture.service, FETCH);
  return toolResult(attacked);
}

const imageAt = (url: string) => ({
  messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
});

async function askWithImage({ fixture: { service, upstream } }: Attacked, trial: Trial): Promise<unknown> {
  upstream.script(textReply('seen'));
  const fields = imageAt(trial.url('/image'));
  await askWhole(service, fields);
  trial.turn();
  const asked = upstream.requests.length;
  const refused = await askRefused(service, fields);
  return { ...refused, generated: upstream.requests.length - asked };
}

const NO_CONTENT = { status: 400, code: 'invalid_request', param: 'messages[0].content[0]', generated: 0 };
const NOT_REACHED = 'Error: The site cannot be reached.';

export const webCallers: readonly Caller[] = [
  {
    name: 'an image of a message',
    files: ['content/content-fetcher.ts'],
    run: askWithImage,
    refused: NO_CONTENT,
    redirected: NO_CONTENT,
  },
  {
    name: 'a page that a model fetches',
    files: ['server-tools/web-fetch/page-fetcher.ts'],
    run: (attacked, trial) => {
      attacked.site.answers['/robots.txt'] = (response) => {
        response.writeHead(404).end();
        trial.turn();
      };
      return fetchPage(attacked, trial.url('/page'));
    },
    refused: NOT_REACHED,
    redirected: NOT_REACHED,
  },
  {
    name: 'the rules for robots of a site',
    files: ['server-tools/web-fetch/robots-rules.ts'],
    run: (attacked, trial) => {
      attacked.site.answers['/robots.txt'] = (response) => {
        trial.turn();
        redirect(response, trial.location() ?? trial.url('/moved'));
      };
      return fetchPage(attacked, trial.url('/page'));
    },
    refused: NOT_REACHED,
    redirected: NOT_REACHED,
  },
];
