/** An MCP-like server as a process of its own: answers every POST with a small JSON body, and prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const REPLY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'done' }] },
});

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.setHeader('content-type', 'application/json').end(REPLY));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
