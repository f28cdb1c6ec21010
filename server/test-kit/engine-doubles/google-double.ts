import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { checkContents, refuse, Refused, type GoogleBody } from './google-contents.ts';
import { candidateParts, usageOf, type GoogleReply } from './google-replies.ts';
import { GoogleTokens } from './google-tokens.ts';

export interface SeenGoogleRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: GoogleBody;
  readonly text: string;
  readonly refusal: string | undefined;
}

export interface GoogleDouble {
  readonly baseUrl: string;
  readonly tokens: GoogleTokens;
  readonly seen: readonly SeenGoogleRequest[];
  /** From now on, by the number of replies that the request has. */
  reply(next: (round: number) => GoogleReply): void;
  close(): Promise<void>;
}

export const GOOGLE_API_KEY = 'AIza-double';
/** `v1beta/models/m:generateContent`, or the same below a publisher. */
const PATH =
  /^\/v1[a-z0-9]*\/(projects\/([^/]+)\/locations\/[^/]+\/publishers\/google\/)?models\/([^/:]+):(\w+)$/;

/**
 * The Gemini API and Vertex AI as they are documented: keys and tokens, paths, what a conversation must look like, signatures of calls, streams
 * without a closing event, and errors.
 */
export async function startGoogleDouble(): Promise<GoogleDouble> {
  const seen: SeenGoogleRequest[] = [];
  const tokens = new GoogleTokens();
  let next: (round: number) => GoogleReply = () => ({ text: 'Done.' });

  const answer = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    const path = request.url ?? '';
    const body = JSON.parse(text) as GoogleBody;
    try {
      const [address = '', query] = path.split('?');
      const [, publisher, , model = '', operation = ''] = PATH.exec(address) ?? refuse(404, 'Not found.');
      checkAccess(request, publisher !== undefined, tokens);
      checkContents(body, model);
      seen.push({ path, headers: request.headers, body, text, refusal: undefined });
      const round = body.contents.filter(({ role }) => role === 'model').length;
      if (operation === 'streamGenerateContent') stream(response, next(round), { round, body, query });
      else whole(response, next(round), { round, body });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      seen.push({ path, headers: request.headers, body, text, refusal: error.message });
      send(response, error.status, error.body);
    }
  };
  const server = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      if (await tokens.respond(request, text, response)) return;
      // It has no list of models.
      if (request.method === 'GET') return void response.writeHead(404).end();
      answer(request, text, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    seen,
    reply: (given) => void (next = given),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function checkAccess({ headers }: IncomingMessage, isVertex: boolean, tokens: GoogleTokens): void {
  if (!isVertex && headers['x-goog-api-key'] !== GOOGLE_API_KEY)
    refuse(400, 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]);
  const token = headers.authorization?.replace(/^Bearer /, '');
  if (isVertex && !tokens.accepts(token))
    refuse(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.');
}

interface Round {
  readonly round: number;
  readonly body: GoogleBody;
  readonly query?: string | undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** What stands around each answer and chunk. */
const AROUND = { modelVersion: 'gemini-VendorMarker', responseId: 'VendorMarker-id' };

function whole(response: ServerResponse, reply: GoogleReply, { round, body }: Round): void {
  if (reply.error) return send(response, reply.error.status, reply.error.body);
  if (reply.blocked) return send(response, 200, blocked(reply));
  const parts = candidateParts(reply, round, body);
  const candidates = [
    { content: { role: 'model', parts }, finishReason: reply.finishReason ?? 'STOP', index: 0 },
  ];
  send(response, 200, { candidates, usageMetadata: usageOf(reply, body), ...AROUND });
}

/** Texts in pieces, calls whole, and the counts so far in each chunk. */
function stream(response: ServerResponse, reply: GoogleReply, { round, body, query }: Round): void {
  if (reply.error) return send(response, reply.error.status, reply.error.body);
  if (query !== 'alt=sse') refuse(400, 'The double only streams events.');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (chunk: object): void => void response.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`);
  if (reply.blocked) {
    event(blocked(reply));
    return void response.end();
  }
  const usage = usageOf(reply, body);
  const { promptTokenCount } = usage;
  for (const part of candidateParts(reply, round, body).flatMap(toChunks))
    event({
      candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
      usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount },
      ...AROUND,
    });
  if (reply.cut) return void response.end();
  const last = {
    content: { role: 'model', parts: [{ text: '' }] },
    finishReason: reply.finishReason ?? 'STOP',
    index: 0,
  };
  event({ candidates: [last], usageMetadata: usage, ...AROUND });
  response.end();
}

function blocked({ blocked: blockReason, uncounted }: GoogleReply): object {
  const usageMetadata = { promptTokenCount: 12, totalTokenCount: 12 };
  return { promptFeedback: { blockReason }, ...(uncounted ? {} : { usageMetadata }), ...AROUND };
}

/** A signature comes with the last piece of a text. */
function toChunks(part: { readonly text?: string; readonly thoughtSignature?: string }): object[] {
  if (part.text === undefined || part.text.length < 6) return [part];
  const { thoughtSignature, text, ...rest } = part;
  const pieces = text.match(/.{1,6}/gsu) ?? [];
  return pieces.map((piece, i) => ({
    ...rest,
    text: piece,
    ...(thoughtSignature !== undefined && i === pieces.length - 1 ? { thoughtSignature } : {}),
  }));
}
