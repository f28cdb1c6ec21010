import { createOpenAI } from '@ai-sdk/openai';
import { runTurn } from './ai-sdk-turns.mjs';

const svc = createOpenAI({ baseURL: process.env.SVC_BASE_URL, apiKey: process.env.SVC_KEY });
console.log(await runTurn(process.argv[2], svc('svc-standard')));
