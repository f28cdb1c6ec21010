import { processTerminal, runCommandLine, tuneMemory } from './cli/index.ts';

tuneMemory();
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
