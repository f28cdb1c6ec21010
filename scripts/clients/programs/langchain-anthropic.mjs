import { ChatAnthropic } from '@langchain/anthropic';
import { runTurn } from './langchain-turns.mjs';

const { SVC_BASE_URL: anthropicApiUrl, SVC_KEY: apiKey } = process.env;
const model = new ChatAnthropic({ model: 'svc-standard', apiKey, anthropicApiUrl, maxTokens: 1000 });
console.log(await runTurn(process.argv[2], model));
