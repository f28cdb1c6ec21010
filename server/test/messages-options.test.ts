import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askRefused, body, MESSAGES, startMessages } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('ok'));
  service = await startMessages(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const server = (more: object) => ({
  mcp_servers: [
    { name: 'a', url: 'https://a.test/mcp' },
    { name: 'b', ...more },
  ],
});

it('D-38 D-41 D-42 D-61 refuses options the model does not support by the name of the field', async () => {
  const refused = async (fields: Record<string, unknown>) => {
    const { status, code, param } = await askRefused(service, fields);
    return `${status} ${code} ${param}`;
  };
  const format = (type: string) =>
    refused({
      response_format: {
        type,
        ...(type === 'json_schema' ? { json_schema: { name: 'n', schema: {} } } : {}),
      },
    });
  expect(await format('json_object')).toBe('400 unsupported_parameter response_format');
  expect(await format('json_schema')).toBe('400 unsupported_parameter response_format');
  const functions = { type: 'function', function: { name: 'f' } };
  expect(await refused({ tools: [functions, { type: 'svc_web_search' }] })).toBe(
    '400 unsupported_parameter tools[1].type',
  );
  const document = {
    type: 'document',
    source: { type: 'base64', media_type: 'text/plain', data: 'QUFB' },
    citations: { enabled: true },
  };
  expect(await refused({ messages: [{ role: 'user', content: [document] }] })).toBe(
    '400 unsupported_parameter messages[0].content[0].citations',
  );
});

it('D-40 an MCP server must be an https URL of a public host, as far as its text shows', async () => {
  for (const url of [
    'http://a.test/mcp',
    'https://127.0.0.1/mcp',
    'https://[::1]/',
    'https://10.0.0.1',
    'https://0x7f.1/',
    'a.test',
    'https://u:p@a.test',
  ])
    expect(await askRefused(service, server({ url })), url).toEqual({
      status: 400,
      code: 'invalid_request',
      param: 'mcp_servers[1].url',
    });
});

it('MSG-69 D-40 D-91 a tunnel requires its flag, and an unknown one is not found', async () => {
  const fields = server({ url: 'http://inside/', tunnel_id: 'tnl_1' });
  expect(await askRefused(service, fields)).toEqual({
    status: 400,
    code: 'beta_required',
    param: 'svc-beta',
  });
  const response = await fetch(`http://127.0.0.1:${service.port}${MESSAGES}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${MAIN_KEY}`,
      'content-type': 'application/json',
      'svc-beta': 'mcp-tunnels-2026-12-01',
    },
    body: JSON.stringify(body(fields)),
  });
  const { error } = (await response.json()) as { error: { code: string; param: string } };
  expect([response.status, error.code, error.param]).toEqual([
    404,
    'tunnel_not_found',
    'mcp_servers[1].tunnel_id',
  ]);
});
