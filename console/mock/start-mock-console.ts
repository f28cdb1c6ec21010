import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { MockApi } from './mock-api.ts';

/** Answers the Console's API beside the pages, so that no service is needed. */
function mockApi(): Plugin {
  const api = new MockApi();
  return {
    name: 'svc-mock-api',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.originalUrl ?? '/', 'http://localhost');
        const reply = api.respond(request.method ?? 'GET', pathname);
        if (!reply) return next();
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
      });
    },
  };
}

/** The pages as their sources are, drawn again with every change of one, over the mock. Port 0: any that is free. */
export async function startMockConsole(port: number) {
  const server = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'warn',
    plugins: [mockApi()],
    server: { host: '127.0.0.1', port },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The mock listens on no port.');
  return { baseUrl: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}
