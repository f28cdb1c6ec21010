import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';

const TIMEOUT_MS = 10_000;
const MAX_CHARACTERS = 1_000_000;

/** Every current server responds to this revision, if only with its own. */
const PROTOCOL_REVISION = '2025-06-18';

export interface Probe {
  /** A description of the server. */
  readonly server: string;
  /** What is wrong and how to fix it. */
  readonly problem?: string;
}

const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start the MCP server, or correct the port in allowed_targets.',
  ENOTFOUND: 'there is no such host. Correct the name in allowed_targets, or the DNS of this machine.',
  EAI_AGAIN: 'the name cannot be resolved now. Check the DNS of this machine.',
  EHOSTUNREACH: 'this machine has no route to the host. Check the network and firewall.',
  ETIMEDOUT: 'the host does not answer. Check the network and firewall.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Add it to the file of NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is signed by a private CA. Add the CA to the file of NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by an unknown CA. Add the CA to the file of NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name.',
};

const GREETING = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: PROTOCOL_REVISION,
    capabilities: {},
    clientInfo: { name: 'svc-connector check', version: '1' },
  },
});

/** Sends `initialize` like an MCP client, from this machine and in the same way as calls. */
export async function probeTarget(url: string): Promise<Probe> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await judge(await send(new URL(url), signal));
  } catch (error) {
    return { server: '', problem: describeFailure(error, signal) };
  }
}

async function send(url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    signal,
  });
  request.end(GREETING);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

async function judge(response: http.IncomingMessage): Promise<Probe> {
  const { statusCode: status = 0 } = response;
  if (status >= 300 && status < 400)
    return { server: '', problem: `it redirects (${status}). List the address that it redirects to.` };
  if (status === 401 || status === 403)
    return { server: `an MCP server that wants a token (${status}); requests must send authorization_token` };
  if (status === 404 || status === 405)
    return { server: '', problem: `there is no MCP server at this path (${status}). Correct the path.` };
  const message = firstMessage(await readText(response));
  const result = message?.['result'] as { serverInfo?: { name?: unknown } } | undefined;
  const name = result?.serverInfo?.name;
  if (result) return { server: `MCP server "${typeof name === 'string' ? name : 'without a name'}"` };
  // A server that supports only newer revisions responds with a JSON-RPC error.
  if (message?.['error'] !== undefined) return { server: 'an MCP server of another revision' };
  return {
    server: '',
    problem: `what answers there (${status}) does not speak MCP over Streamable HTTP. Correct the path.`,
  };
}

async function readText(response: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    // A stream of events may stay open after its first message.
    if (text.length > MAX_CHARACTERS || firstMessage(text)) break;
  }
  return text;
}

/** Of a JSON body, or of a stream of events. */
function firstMessage(text: string): Record<string, unknown> | undefined {
  const candidates = [text, ...[...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => data)];
  for (const candidate of candidates) {
    try {
      const value = JSON.parse(candidate) as Record<string, unknown> | null;
      if (value?.['jsonrpc'] !== undefined) return value;
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

function describeFailure(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it does not answer within 10 s. Check the server.';
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return HINTS[code] ?? `it cannot be reached (${code}).`;
}
