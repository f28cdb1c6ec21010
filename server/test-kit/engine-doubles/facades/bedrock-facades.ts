import { DOUBLE_KEYS, DOUBLE_REGION } from '../../engines/bedrock-double.ts';
import { chunkFrame, FRAMES } from '../../engines/event-frames.ts';
import { signatureProblem } from '../../engines/verify-signature.ts';
import { FacadeRefusal, type ChatError, type Facade, type VendorCall, type VendorError } from './facade.ts';
import { readConverse } from './read-converse.ts';
import { readMessages, type MessagesBody } from './read-messages.ts';
import { converseWriter, wholeConverse } from './write-converse.ts';
import { messageWriter, wholeMessage } from './write-messages.ts';

const PATH = /^\/model\/([^/]+)\/(converse|converse-stream|invoke|invoke-with-response-stream)$/;

function checkSignature({ method, target, headers, text }: VendorCall): void {
  const scope = { region: DOUBLE_REGION, service: 'bedrock' };
  const problem = signatureProblem({ method, target, headers, body: text }, [DOUBLE_KEYS], scope);
  if (problem !== undefined) throw new FacadeRefusal(403, problem);
}

const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};

function failure({ status, message }: ChatError): VendorError {
  const type = EXCEPTIONS[status];
  const named = type === undefined ? {} : { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` };
  return { status, headers: named, body: { message } };
}

function engineOf(baseUrl: string): Readonly<Record<string, unknown>> {
  const { accessKeyId, secretAccessKey } = DOUBLE_KEYS;
  return {
    type: 'bedrock',
    region: DOUBLE_REGION,
    credentials: { access_key_id: accessKeyId, secret_access_key: secretAccessKey },
    base_url: baseUrl,
  };
}

function operationOf(call: VendorCall, operations: readonly [whole: string, streamed: string]) {
  checkSignature(call);
  const [, model = '', operation = ''] = PATH.exec(call.target) ?? [];
  if (!operations.includes(operation)) throw new FacadeRefusal(404, 'UnknownOperationException');
  return { model: decodeURIComponent(model), stream: operation === operations[1] };
}

const framed = { error: failure, streamType: FRAMES['content-type'] };

/** Bedrock's Converse, with a model of Amazon's. */
export const BEDROCK_CONVERSE: Facade = {
  model: 'amazon.nova-2-lite-v1:0',
  engine: engineOf,
  read: (call) => {
    const { model, stream } = operationOf(call, ['converse', 'converse-stream']);
    return readConverse(call.body, model, stream);
  },
  replies: { ...framed, whole: wholeConverse, stream: converseWriter },
};

/** Bedrock's InvokeModel, with a model of Anthropic's. */
export const BEDROCK_INVOKE: Facade = {
  model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  engine: (baseUrl) => ({ ...engineOf(baseUrl), anthropic_api: 'invoke' }),
  read: (call) => {
    const { model, stream } = operationOf(call, ['invoke', 'invoke-with-response-stream']);
    if (call.body['anthropic_version'] !== 'bedrock-2023-05-31')
      throw new FacadeRefusal(400, 'anthropic_version: unexpected value');
    for (const name of ['model', 'stream'])
      if (name in call.body) throw new FacadeRefusal(400, `${name}: Extra inputs are not permitted`);
    return readMessages(call.body as unknown as MessagesBody, model, stream);
  },
  replies: { ...framed, whole: wholeMessage, stream: () => messageWriter(chunkFrame) },
};
