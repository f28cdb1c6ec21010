import { afterEach, beforeEach } from 'vitest';
import { parseDeployment } from '#config';
import { createClock, createLog } from '#kit';
import {
  jsonReply,
  type PlannedReply,
  type RecordedRequest,
  type Reply,
  type ScriptedUpstream,
  startScriptedUpstream,
  textReply,
  toolCalls,
} from '#test-kit';
import { probeEngines } from '../probe/probe-engines.ts';

/** What a server of OpenAI's form is asked by the probe. */
export type Question = 'list' | 'plain' | 'whole' | 'forcedCall' | 'freeCall' | 'vision' | 'reasoning';

export function questionOf({ method, body, text }: RecordedRequest): Question {
  if (method === 'GET') return 'list';
  if (Array.isArray(body['tools']))
    return typeof body['tool_choice'] === 'object' ? 'forcedCall' : 'freeCall';
  if (text.includes('image_url')) return 'vision';
  if (body['reasoning_effort'] !== undefined) return 'reasoning';
  return body['stream'] === true ? 'plain' : 'whole';
}

const REASONED = {
  prompt_tokens: 9,
  completion_tokens: 9,
  completion_tokens_details: { reasoning_tokens: 7 },
};

const ABLE: Readonly<Record<Question, Reply>> = {
  list: jsonReply({ object: 'list', data: [{ id: 'up', object: 'model' }] }),
  plain: textReply('ok'),
  whole: textReply('ok'),
  forcedCall: toolCalls([{ name: 'report_number', arguments: '{"number":7}' }]),
  freeCall: toolCalls([{ name: 'report_number', arguments: '{"number":7}' }]),
  vision: textReply('red'),
  reasoning: textReply('no', { usage: REASONED }),
};

type ProbeReply = PlannedReply | ((request: RecordedRequest) => Reply);

/** A script for a server that can do everything, but for what is given. */
export function ableServer(
  but: Partial<Record<Question, ProbeReply>> = {},
): (request: RecordedRequest) => Reply {
  return (request) => {
    const question = questionOf(request);
    const reply: ProbeReply = but[question] ?? ABLE[question];
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

/** A refusal in the words of a vendor. */
export function refused(message: string, status = 400, more: object = {}): Reply {
  return jsonReply({ error: { message, type: 'invalid_request_error', ...more } }, { status });
}

export const NO_IMAGES = refused('This model does not support image input.');

const MAX_TOKENS = refused(
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  400,
  { code: 'unsupported_parameter', param: 'max_tokens' },
);
/** As OpenAI's models that reason. */
export const REFUSES_MAX_TOKENS = {
  plain: ({ body }: RecordedRequest): Reply => ('max_tokens' in body ? MAX_TOKENS : textReply('ok')),
};

export type Fields = Readonly<Record<string, unknown>>;

/** A model that promises all that the probe looks for, with a route to the engine `main`. */
export function modelOf(fields: Fields = {}, route: Fields = {}): Fields {
  const routes = [{ engine: 'main', model: 'up', ...route }];
  const capabilities = { tools: true, vision: true, reasoning: true };
  return { id: 'M', default: true, routes, capabilities, ...fields };
}

export function deploymentOf(engines: Fields, models: readonly Fields[]) {
  return parseDeployment(JSON.stringify({ engines, models }), {
    source: 'svc.yaml',
    directory: '/',
    baseUrl: 'http://localhost',
    variable: () => undefined,
    severalNodes: false,
    sendsMail: false,
  });
}

/** An engine at a scripted server, with time for a slow machine. */
export function patientEngine(baseUrl: string, more: Fields = {}): Fields {
  const timeouts = { first_output_s: 60, silence_s: 60, total_s: 60 };
  return { type: 'openai', base_url: baseUrl, timeouts, ...more };
}

export const NEEDS = { clock: createClock(), log: createLog('silent'), signal: new AbortController().signal };

/** A scripted server for each test of a file, and the probe of an engine at it. To be called once. */
export function installProbedServer() {
  let upstream: ScriptedUpstream;
  beforeEach(async () => {
    upstream = await startScriptedUpstream();
  });
  afterEach(() => upstream.close());
  const probe = (engine: Fields = {}, models: readonly Fields[] = [modelOf()]) =>
    probeEngines(deploymentOf({ main: patientEngine(upstream.baseUrl, engine) }, models), undefined, NEEDS);
  const one = async (...given: Parameters<typeof probe>) => (await probe(...given))[0]!;
  return {
    get upstream() {
      return upstream;
    },
    probe,
    one,
    route: async (...given: Parameters<typeof probe>) => (await one(...given)).routes[0]!,
    asked: () => upstream.requests.map(questionOf),
  };
}
