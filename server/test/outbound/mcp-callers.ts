import { expect } from 'vitest';
import { sendEvents, sendGreeting, sendResult, textReply, type McpResponder } from '#test-kit';
import { askRefused, askWhole } from '../messages/ask.ts';
import { redirect } from './attacked-site.ts';
import type { Attacked, Caller } from './caller.ts';
import type { Trial } from './trap-network.ts';
import { toolResult } from './web-callers.ts';

const FILES = ['server-tools/mcp/mcp-fetch.ts'];
const servers = (trial: Trial) => ({
  mcp_servers: [{ name: 'site', url: trial.url('/mcp'), authorization_token: 'secret-of-the-user' }],
});
const DONE = { content: [{ type: 'text', text: 'done' }] };

/** As `turn` of the trial, for an MCP server. */
function turn({ site }: Attacked, trial: Trial): void {
  trial.turn();
  const location = trial.location();
  if (location !== undefined) site.mcp.lies = { '*': (_message, response) => redirect(response, location) };
}

/** Has a model call the server's tool. `lies`: what the server does then. */
async function callTool(
  attacked: Attacked,
  trial: Trial,
  lies: Readonly<Record<string, McpResponder>>,
): Promise<unknown> {
  const { fixture, site } = attacked;
  site.mcp.lies = { ...lies };
  fixture.callThenReply('site__do', {});
  await askWhole(fixture.service, servers(trial));
  return toolResult(attacked);
}

const withSession: McpResponder = (message, response) => {
  response.setHeader('mcp-session-id', 'mine');
  sendGreeting(message, response);
};

const BROKE_OFF = 'Error: The tool failed: the answer broke off';
const UNUSABLE = { status: 502, code: 'upstream_unavailable', generated: 0 };

export const mcpCallers: readonly Caller[] = [
  {
    name: 'an MCP server when its tools are listed',
    files: FILES,
    async run(attacked, trial) {
      const { service, upstream } = attacked.fixture;
      upstream.script(textReply('fine'));
      await askWhole(service, servers(trial));
      turn(attacked, trial);
      const asked = upstream.requests.length;
      const { status, code } = await askRefused(service, servers(trial));
      return { status, code, generated: upstream.requests.length - asked };
    },
    refused: UNUSABLE,
    redirected: UNUSABLE,
  },
  {
    name: 'an MCP server when its tool is called',
    files: FILES,
    run: (attacked, trial) =>
      callTool(attacked, trial, {
        'tools/list': (message, response) => {
          sendResult(message, response, { tools: [{ name: 'do', inputSchema: { type: 'object' } }] });
          turn(attacked, trial);
        },
      }),
    refused: 'Error: The site cannot be reached.',
    redirected: 'Error: The site redirects in a way that cannot be followed.',
  },
  {
    name: 'an MCP server when a broken reply is resumed',
    files: FILES,
    run: (attacked, trial) =>
      callTool(attacked, trial, {
        initialize: withSession,
        'tools/call': (_message, response) => {
          sendEvents(response, 'retry: 1\nid: 1\ndata:\n\n').end();
          turn(attacked, trial);
        },
      }),
    refused: BROKE_OFF,
    redirected: BROKE_OFF,
  },
  {
    name: 'an MCP server when its session is ended',
    files: FILES,
    async run(attacked, trial) {
      const { mcp } = attacked.site;
      let before = 0;
      const result = await callTool(attacked, trial, {
        initialize: withSession,
        'tools/call': (message, response) => {
          before = trial.lookups();
          sendResult(message, response, DONE);
          turn(attacked, trial);
        },
      });
      await expect.poll(() => trial.lookups() - before, { timeout: 10_000 }).toBe(1);
      if (trial.location() !== undefined)
        await expect.poll(() => mcp.seen.at(-1)?.http, { timeout: 10_000 }).toBe('DELETE');
      return result;
    },
    refused: 'done',
    redirected: 'done',
  },
];
