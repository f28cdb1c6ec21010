// The mock upstream's process: `node main.ts PORT`. Speaks enough of the chat completions protocol to be proxied.
import { createServer } from 'node:net';
import { serveConnection } from './connection.ts';
import { EventWheel } from './event-wheel.ts';

/**
 * Node accepts one connection per listening socket in each turn of the event loop. With a single one, connections of a contender that opens
 * 500 a second waited here for up to 15 s, which was then measured as the contender's.
 */
const LISTENING_SOCKETS = 16;

const wheel = new EventWheel();
const port = Number(process.argv[2]);
for (let i = 0; i < LISTENING_SOCKETS; i++)
  createServer({ noDelay: true }, (socket) => serveConnection(socket, wheel)).listen({
    port,
    host: '127.0.0.1',
    backlog: 4096,
    reusePort: process.platform === 'linux',
  });
