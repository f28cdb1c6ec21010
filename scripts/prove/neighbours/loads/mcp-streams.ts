import { scriptedMcpSite, sendEvents } from '../../../../server/test-kit/index.ts';
import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const EVENTS = 130_000;

/** A server whose list of tools is a stream of events that say nothing. */
export const MCP_STREAMS: Load = {
  name: 'streams of MCP servers',
  async run({ url, privateKey: key }, hold, signal) {
    const site = await scriptedMcpSite();
    const events = 'data:1\n\n'.repeat(EVENTS);
    site.lies = {
      'tools/list': (_message, response) => {
        sendEvents(response, events).end();
      },
    };
    const body = JSON.stringify({
      model: 'Svc Standard',
      max_tokens: 1,
      messages: [{ role: 'user', content: 'hi' }],
      mcp_servers: [{ name: 'site', url: site.url }],
    });
    try {
      await repeat(4, signal, () =>
        hold(events.length, requestJson({ url, key, signal }, 'POST', '/v1/messages', body)),
      );
    } finally {
      await site.close();
    }
  },
};
