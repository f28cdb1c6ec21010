import { CHAT, HELLO } from '../../calls/chat-call.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse, Call } from '../../http/http-exchange.ts';
import { defaultModelPath } from '../models/offered.ts';

/** Where a credential can be shown: the live call, and the two reads of the preview family (D-66). */
export type Place = 'chat' | 'models' | 'model';

export const PLACES: readonly Place[] = ['chat', 'models', 'model'];

const BODY = JSON.stringify({ messages: HELLO, stream: false });

type Headers = NonNullable<Call['headers']>;

/** A call that answers 200 to any good credential; all of its headers but the content type come from `headers`. */
export async function ask(
  deployment: Deployment,
  place: Place,
  headers: Headers,
  call: Call = {},
): Promise<HttpResponse> {
  if (place === 'chat')
    return deployment.send(CHAT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: BODY,
      ...call,
    });
  return deployment.send(place === 'models' ? '/v1/models' : await defaultModelPath(deployment), {
    headers,
    ...call,
  });
}

/** The same with a credential of the credentials file and further headers. */
export function askAs(
  deployment: Deployment,
  place: Place,
  name: string,
  headers: Headers = {},
  call: Call = {},
): Promise<HttpResponse> {
  return ask(deployment, place, { authorization: `Bearer ${deployment.credential(name)}`, ...headers }, call);
}
