import { AZURE_KEY } from '../azure/azure-double.ts';
import { refusalOf, type ChatBody } from '../azure/check-chat.ts';
import { streaming, type ChatRequest } from './chat-request.ts';
import {
  EVENTS,
  FacadeRefusal,
  type ChatError,
  type Facade,
  type VendorCall,
  type VendorError,
} from './facade.ts';
import { readResponses } from './read-responses.ts';
import { responsesWriter, wholeResponse } from './write-responses.ts';

const KEY = 'openai-key';
const DEPLOYMENT = 'my-deployment';

function failure({ status, message, code }: ChatError): VendorError {
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { status, body: { error: { message, type, param: null, code } } };
}

function checkAddress({ target, headers }: VendorCall, path: string, isAllowed: boolean): void {
  if (target !== path) throw new FacadeRefusal(404, `Invalid URL (POST ${target})`);
  if (headers['content-type'] !== 'application/json') throw new FacadeRefusal(415, 'Unsupported media type');
  if (!isAllowed) throw new FacadeRefusal(401, 'Incorrect API key provided.');
}

function hasBearer({ headers }: VendorCall): boolean {
  return headers.authorization === `Bearer ${KEY}`;
}

function hasAzureKey({ headers }: VendorCall): boolean {
  return headers['api-key'] === AZURE_KEY && headers.authorization === undefined;
}

const replies = { error: failure, whole: wholeResponse, stream: responsesWriter, streamType: EVENTS };

/** OpenAI's Responses. */
export const OPENAI_RESPONSES: Facade = {
  replies,
  model: 'gpt-5',
  engine: (baseUrl) => ({ type: 'openai', base_url: `${baseUrl}/v1`, api_key: KEY, api: 'responses' }),
  read: (call) => {
    checkAddress(call, '/v1/responses', hasBearer(call));
    return readResponses(call.body);
  },
};

/** Responses of a resource of Azure. */
export const AZURE_RESPONSES: Facade = {
  replies,
  model: DEPLOYMENT,
  engine: (baseUrl) => ({ type: 'azure-openai', base_url: baseUrl, api_key: AZURE_KEY, api: 'responses' }),
  read: (call) => {
    checkAddress(call, '/openai/v1/responses', hasAzureKey(call));
    return readResponses(call.body);
  },
};

/** Chat completions of a resource of Azure: in OpenAI's form, with fewer fields. */
export const AZURE_CHAT: Facade = {
  model: DEPLOYMENT,
  engine: (baseUrl) => ({ type: 'azure-openai', base_url: baseUrl, api_key: AZURE_KEY }),
  read: (call) => {
    checkAddress(call, '/openai/v1/chat/completions', hasAzureKey(call));
    const body = call.body as unknown as ChatBody;
    const refusal = refusalOf(body);
    if (refusal)
      throw new FacadeRefusal(refusal.status, (refusal.error as { readonly message: string }).message);
    const { stream = false, ...fields } = body;
    return { ...fields, model: String(fields.model), ...streaming(stream) } as ChatRequest;
  },
};
