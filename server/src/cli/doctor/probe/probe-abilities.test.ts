import { describe, expect, it } from 'vitest';
import { errorReply, jsonReply, textReply, type Reply } from '#test-kit';
import {
  ableServer,
  installProbedServer,
  NO_IMAGES,
  refused,
  type Fields,
  type Question,
} from '../test-support/probed-server.ts';

const server = installProbedServer();

describe('what svc doctor --probe finds of a route (D-ENG-34)', () => {
  it('finds all that a server can do, with one question each', async () => {
    server.upstream.script(ableServer());
    expect(await server.probe()).toEqual([
      {
        name: 'main',
        type: 'openai',
        status: 'ok',
        reason: null,
        keys: [],
        routes: [
          {
            model: 'M',
            engineModel: 'up',
            status: 'ok',
            reason: null,
            dialect: null,
            dialectFrom: 'default',
            streams: true,
            tools: true,
            vision: true,
            reasoning: true,
            usageInStreams: true,
            maxContextTokens: null,
            differs: [],
          },
        ],
      },
    ]);
    expect(server.asked().toSorted()).toEqual(['forcedCall', 'list', 'plain', 'reasoning', 'vision']);
  });

  it.each<[string, Partial<Record<Question, Reply>>, Fields]>([
    [
      'a server without streams',
      { plain: refused('stream is not supported') },
      { status: 'degraded', reason: 'errors', streams: false, usageInStreams: null, tools: true },
    ],
    [
      'one JSON value for a stream',
      {
        plain: () =>
          jsonReply({
            choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 1, completion_tokens: 1 },
          }),
      },
      { status: 'ok', streams: false, usageInStreams: null },
    ],
    [
      'streams without usage',
      { plain: textReply('ok', { usage: null }) },
      { streams: true, usageInStreams: false },
    ],
    [
      'text in place of a forced call',
      { forcedCall: textReply('seven') },
      { tools: false, differs: ['capabilities.tools'] },
    ],
    [
      'a forced call that the limit cut',
      { forcedCall: textReply('hm', { finishReason: 'length' }) },
      { tools: null, differs: [] },
    ],
    [
      'a model that refuses to be forced',
      { forcedCall: refused('tool_choice is not supported') },
      { tools: true },
    ],
    [
      'a model that refuses tools',
      { forcedCall: refused('tools are not supported'), freeCall: refused('tools are not supported') },
      { tools: false },
    ],
    [
      'a model that need not call',
      { forcedCall: refused('tool_choice is not supported'), freeCall: textReply('7') },
      { tools: null },
    ],
    [
      'tools without a route',
      {
        forcedCall: refused('No endpoints found that support tool use', 404),
        freeCall: refused('No endpoints found that support tool use', 404),
      },
      { tools: false },
    ],
    ['refused images', { vision: NO_IMAGES }, { vision: false, differs: ['capabilities.vision'] }],
    ['an error beside the images', { vision: errorReply(503) }, { vision: null, differs: [] }],
    [
      'throttling between the questions',
      { vision: errorReply(429), reasoning: errorReply(429) },
      { status: 'ok', vision: null, reasoning: null },
    ],
    [
      'no reasoning',
      { reasoning: textReply('no') },
      { reasoning: false, differs: ['capabilities.reasoning'] },
    ],
    [
      'refused reasoning',
      { reasoning: refused('Unrecognized request argument supplied: reasoning_effort') },
      { reasoning: false },
    ],
    ['no list', { list: errorReply(404) }, { status: 'ok', maxContextTokens: null }],
    ['a list that is none', { list: jsonReply('x') }, { status: 'ok', maxContextTokens: null }],
    [
      'a list without the model',
      { list: jsonReply({ data: [{ id: 'other', max_model_len: 9 }] }) },
      { maxContextTokens: null },
    ],
    [
      'a context window that is no number',
      { list: jsonReply({ data: [{ id: 'up', max_model_len: '9' }] }) },
      { maxContextTokens: null },
    ],
  ])('tells %s', async (_, but, expected) => {
    server.upstream.script(ableServer(but));
    expect(await server.route()).toMatchObject(expected);
  });
});
