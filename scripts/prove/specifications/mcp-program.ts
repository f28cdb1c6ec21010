import { parseDeployment } from '../../../server/src/config/index.ts';
import { DocumentReader } from '../../../server/src/content/index.ts';
import { createClock, createLog, OutboundGuard } from '../../../server/src/kit/index.ts';
import { ServerTools } from '../../../server/src/server-tools/index.ts';
import { sampleValue } from './sample-value.ts';

/** The client of a scenario: opens the server at the URL in its arguments as a model call does, and calls each of its tools. */

interface PlannedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const NEVER = new AbortController().signal;

function plannedCalls(): readonly PlannedCall[] {
  const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
    readonly toolCalls?: readonly PlannedCall[];
  };
  return context.toolCalls ?? [];
}

function argumentsOf({
  name,
  parameters,
}: {
  readonly name: string;
  readonly parameters?: unknown;
}): unknown {
  return name === 's__json_schema_echo' ? { schema: echoed?.definition.parameters } : sampleValue(parameters);
}

const url = process.argv.at(-1) ?? '';
const { tools: settings } = parseDeployment('{}', {
  source: 'conformance',
  baseUrl: 'http://localhost',
  directory: '/',
  variable: () => undefined,
  severalNodes: false,
  sendsMail: false,
}).config;
const reader = new DocumentReader({ processes: 1 });
const service = new ServerTools({
  guard: new OutboundGuard(['127.0.0.0/8', '::1']),
  reader,
  clock: createClock(),
  log: createLog('silent'),
  settings: () => settings,
});
const modelCall = {
  turns: [],
  tools: [],
  toolChoice: 'auto',
  requestedModel: undefined,
  stream: false,
  maxTokens: undefined,
  mcpServers: [{ name: 's', url }],
} as const;
const caller = { organizationId: 'org', workspaceId: null, signal: NEVER };
const { tools, close } = await service.open(modelCall, caller);
const planned = plannedCalls();
/** What the scenario about schemas wants back, as a model would be given it. */
const echoed = tools.find(({ definition }) => definition.name === 's__json_schema_2020_12_tool');
for (const { definition, run } of tools) {
  const own = planned.filter(({ name }) => definition.name === `s__${name}`);
  const all = own.length > 0 ? own.map((call) => call.arguments) : [argumentsOf(definition)];
  for (const args of all) console.log(definition.name, (await run(JSON.stringify(args), NEVER)).text);
}
close();
service.close();
reader.close();
