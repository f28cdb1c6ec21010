import { writeFileSync } from 'node:fs';
import * as sdk from '@svc/sdk';
import { runProgram } from './program.mjs';

// In Deno this is not there by itself.
const [baseUrl, apiKey] = globalThis.process.argv.slice(2);
writeFileSync('upload.txt', 'from a path');
const outcome = await runProgram(sdk, { baseUrl, apiKey, path: 'upload.txt' });
globalThis.process.stdout.write(JSON.stringify(outcome));
