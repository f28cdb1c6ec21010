// A small MCP server to try a tunnel with: it keeps notes in memory. See docs/tunnels.md.
//   npm install @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/node@2.1.2 zod@4
//   node notes-server.mjs
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const notes = ['The coffee machine is on the second floor.', 'The next fire drill is on Friday at ten.'];
const text = (value) => ({ content: [{ type: 'text', text: value }] });

function buildServer() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool(
    'list_notes',
    { description: 'Lists all notes of the office.', inputSchema: z.object({}) },
    () => text(notes.join('\n')),
  );
  server.registerTool(
    'add_note',
    { description: 'Adds a note.', inputSchema: z.object({ note: z.string() }) },
    ({ note }) => {
      notes.push(note);
      return text('The note was added.');
    },
  );
  return server;
}

const handle = toNodeHandler(createMcpHandler(buildServer));
// On this machine only: the connector reaches it, and nobody else does.
const port = Number(process.env.NOTES_PORT ?? 7777);
const server = createServer((request, response) => {
  if (request.url === '/mcp') void handle(request, response);
  else response.writeHead(404).end();
}).listen(port, '127.0.0.1', () =>
  console.log(`notes server at http://127.0.0.1:${server.address().port}/mcp`),
);
