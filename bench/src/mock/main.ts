// The mock upstream's process: `node main.ts PORT`. Speaks enough of the chat completions protocol to be proxied.
import { createServer } from 'node:net';
import { serveConnection } from './connection.ts';
import { EventWheel } from './event-wheel.ts';

const wheel = new EventWheel();
const port = Number(process.argv[2]);
createServer({ noDelay: true }, (socket) => serveConnection(socket, wheel)).listen({
  port,
  host: '127.0.0.1',
  backlog: 4096,
});
