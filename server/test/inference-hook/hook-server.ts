import { text } from 'node:stream/consumers';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { httpSite } from '#test-kit';

/** What an organization's own server was asked. */
export interface Question {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- compared field by field with what is expected
  readonly body: any;
}

/** A verdict as it is sent, or what else is done with the response. */
export type HookReply = object | ((response: ServerResponse, question: Question) => void);

export interface HookServer {
  readonly url: string;
  readonly questions: Question[];
  /** From now on every question is answered like this. */
  reply(reply: HookReply): void;
  /** The questions since the last time they were taken. */
  take(): Question[];
  connections(): number;
  close(): Promise<void>;
}

/** Allows everything until it is told otherwise. */
export async function startHookServer(): Promise<HookServer> {
  const questions: Question[] = [];
  let reply: HookReply = { action: 'allow' };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await text(request);
    const question: Question = { headers: request.headers, text: sent, body: JSON.parse(sent) };
    questions.push(question);
    if (typeof reply === 'function') reply(response, question);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
  };
  const site = await httpSite((request, response) => void respond(request, response));
  return {
    url: `http://127.0.0.1:${site.port}/policy`,
    questions,
    reply: (next) => void (reply = next),
    take: () => questions.splice(0),
    connections: () => site.connections(),
    close: () => site.close(),
  };
}
