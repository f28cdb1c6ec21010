import { processTerminal, runCommandLine, tuneProcess } from './cli/index.ts';

tuneProcess();
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
