import { createAnthropic } from '@ai-sdk/anthropic';
import { runTurn } from './ai-sdk-turns.mjs';

const svc = createAnthropic({ baseURL: process.env.SVC_BASE_URL, apiKey: process.env.SVC_KEY });
console.log(await runTurn(process.argv[2], svc('svc-standard')));
