import { messageSse } from '@svc/conformance/upstream';
import { EVENTS, FacadeRefusal, type Facade } from './facade.ts';
import { readMessages, type MessagesBody } from './read-messages.ts';
import { messageFailure, messageWriter, wholeMessage } from './write-messages.ts';

const KEY = 'anthropic-key';

/** Anthropic's Messages API. */
export const ANTHROPIC: Facade = {
  model: 'claude-sonnet-4-5',
  engine: (baseUrl) => ({ type: 'anthropic', base_url: `${baseUrl}/v1`, api_key: KEY }),
  read: ({ target, headers, body }) => {
    if (target !== '/v1/messages') throw new FacadeRefusal(404, 'Not found');
    // The vendor's client sends one, and servers for it often want the other.
    if (headers['x-api-key'] !== KEY && headers.authorization !== `Bearer ${KEY}`)
      throw new FacadeRefusal(401, 'invalid x-api-key');
    if (headers['anthropic-version'] === undefined)
      throw new FacadeRefusal(400, 'anthropic-version: header is required');
    const messages = body as unknown as MessagesBody;
    return readMessages(messages, String(body['model']), body['stream'] === true);
  },
  replies: {
    error: messageFailure,
    whole: wholeMessage,
    stream: () => messageWriter(messageSse),
    streamType: EVENTS,
  },
};
