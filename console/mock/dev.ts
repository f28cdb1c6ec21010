import { startMockConsole } from './start-mock-console.ts';

const PORT = 5173;

const { baseUrl } = await startMockConsole(PORT);
process.stdout.write(`The Console over a mock API: ${baseUrl}/console/\n`);
