import { messageSse } from '@svc/conformance/upstream';
import { GOOGLE_API_KEY } from '../google-double.ts';
import type { GoogleTokens } from '../google-tokens.ts';
import {
  EVENTS,
  FacadeRefusal,
  type ChatError,
  type Facade,
  type VendorCall,
  type VendorError,
} from './facade.ts';
import { readContents } from './read-contents.ts';
import { readMessages, type MessagesBody } from './read-messages.ts';
import { contentWriter, wholeContent } from './write-contents.ts';
import { messageWriter, wholeMessage } from './write-messages.ts';

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

function failure({ status, message }: ChatError): VendorError {
  return { status, body: { error: { code: status, message, status: STATUS_NAMES[status] ?? 'UNKNOWN' } } };
}

const PATH = /^\/v1[a-z0-9]*\/(?:(.+)\/)?models\/([^/:]+):(\w+)(?:\?(.*))?$/;

/** `publisher`: what stands before the models. */
function addressOf({ target }: VendorCall, publisher: string | undefined) {
  const [, before, model = '', operation = '', query] = PATH.exec(target) ?? [];
  if (before !== publisher) throw new FacadeRefusal(404, 'Not found.');
  return { model: decodeURIComponent(model), operation, query };
}

function readGenerate(call: VendorCall, publisher: string | undefined) {
  const { model, operation, query } = addressOf(call, publisher);
  const stream = operation === 'streamGenerateContent';
  if (!stream && operation !== 'generateContent') throw new FacadeRefusal(404, 'Not found.');
  if (stream && query !== 'alt=sse') throw new FacadeRefusal(400, 'The stream must be of events.');
  return readContents(call.body, model, stream);
}

const replies = { error: failure, whole: wholeContent, stream: contentWriter, streamType: EVENTS };

/** The Gemini API. */
export const GEMINI: Facade = {
  replies,
  model: 'gemini-3-pro',
  engine: (baseUrl) => ({ type: 'gemini', base_url: baseUrl, api_key: GOOGLE_API_KEY }),
  read: (call) => {
    if (call.headers['x-goog-api-key'] !== GOOGLE_API_KEY)
      throw new FacadeRefusal(400, 'API key not valid. Please pass a valid API key.');
    return readGenerate(call, undefined);
  },
};

const PROJECT = 'acme';
const LOCATION = 'europe-west4';
const BELOW = `projects/${PROJECT}/locations/${LOCATION}/publishers`;

function vertexEngine(tokens: GoogleTokens) {
  return (baseUrl: string): Readonly<Record<string, unknown>> => ({
    type: 'vertex',
    project: PROJECT,
    location: LOCATION,
    base_url: baseUrl,
    credentials: { json: JSON.stringify(tokens.account) },
    token_url: `${baseUrl}/token`,
  });
}

function checkToken({ headers }: VendorCall, tokens: GoogleTokens): void {
  if (!tokens.accepts(headers.authorization?.replace(/^Bearer /, '')))
    throw new FacadeRefusal(401, 'Request had invalid authentication credentials.');
}

/** Vertex AI with a model of Google's. */
export function vertexFacade(tokens: GoogleTokens): Facade {
  return {
    replies,
    model: 'gemini-3-pro',
    engine: vertexEngine(tokens),
    read: (call) => {
      checkToken(call, tokens);
      return readGenerate(call, `${BELOW}/google`);
    },
  };
}

/** The one of the documentation, and the one that the vendor's client sends today. */
const CLAUDE_VERSIONS = new Set(['vertex-2023-10-16', '2026-10-21']);

/** Vertex AI with a model of Anthropic's. */
export function vertexClaudeFacade(tokens: GoogleTokens): Facade {
  return {
    model: 'claude-sonnet-4-5@20250929',
    engine: vertexEngine(tokens),
    read: (call) => {
      checkToken(call, tokens);
      const { model, operation } = addressOf(call, `${BELOW}/anthropic`);
      if (operation !== 'rawPredict' && operation !== 'streamRawPredict')
        throw new FacadeRefusal(404, 'Not found.');
      if (!CLAUDE_VERSIONS.has(String(call.body['anthropic_version'])))
        throw new FacadeRefusal(400, 'anthropic_version: unexpected value');
      if ('model' in call.body) throw new FacadeRefusal(400, 'model: Extra inputs are not permitted');
      return readMessages(call.body as unknown as MessagesBody, model, operation === 'streamRawPredict');
    },
    replies: {
      error: failure,
      whole: wholeMessage,
      stream: () => messageWriter(messageSse),
      streamType: EVENTS,
    },
  };
}
