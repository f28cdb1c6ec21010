import { ignoreClosedPipes, processTerminal, runCommandLine, tuneProcess } from './cli/index.ts';

const words = process.argv.slice(2);
tuneProcess();
// A service whose log nobody reads any more stops instead.
if (words[0] !== 'start') ignoreClosedPipes();
process.exitCode = await runCommandLine(words, processTerminal);
