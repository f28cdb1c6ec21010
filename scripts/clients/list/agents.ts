import { agent, readingTool } from '../agent.ts';
import type { Client } from '../client.ts';

/** A plan that is used up is a 429 in OpenAI's API, which not every client tells from a rate limit. */
const REPEATS_429 = { 'used-up plan': 'it repeats every 429 for minutes' };

const QWEN = ['docs/clients/qwen-code.md', ['@qwen-code/qwen-code@0.15.10']] as const;
const QWEN_TOOL = readingTool('read_file', (path) => ({ file_path: path }));

export const qwenCode: Client = agent(...QWEN, {
  command: ['qwen', '--auth-type', 'openai', '-p'],
  lacks: REPEATS_429,
  tool: QWEN_TOOL,
});

const qwenOverAnthropic: Client = agent(...QWEN, {
  command: ['qwen', '--auth-type', 'anthropic', '-p'],
  tool: QWEN_TOOL,
  way: { name: 'qwen-code-anthropic', number: 2 },
});

export const promptfoo: Client = agent(
  'docs/clients/promptfoo.md',
  ['promptfoo@0.121.20', '@libsql/linux-x64-gnu@0.5.29'],
  {
    command: ['promptfoo', 'eval', '--no-cache', '--description'],
    turns: ['text'],
  },
);

export const claudeCode: Client = agent(
  'docs/clients/claude-code.md',
  ['@anthropic-ai/claude-code-linux-x64@2.1.197'],
  {
    command: ['claude', '--allowedTools', 'Read', '-p'],
    commandFolder: '@anthropic-ai/claude-code-linux-x64',
    tool: readingTool('Read', (path) => ({ file_path: path })),
  },
);

export const codex: Client = agent('docs/clients/codex.md', ['@openai/codex@0.169.0'], {
  // Its sandbox would want a namespace of its own.
  command: ['codex', 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
  tool: readingTool('exec_command', (path) => ({ cmd: `cat ${path}` })),
});

const OPENCODE = ['docs/clients/opencode.md', ['opencode-ai@1.18.33']] as const;
const OPENCODE_COMMAND = {
  command: ['opencode', 'run'],
  // Its command wants a link that its install script makes.
  commandFolder: 'opencode-linux-x64/bin',
  tool: readingTool('read', (path) => ({ filePath: path })),
} as const;

export const opencode: Client = agent(...OPENCODE, OPENCODE_COMMAND);

const CONTINUE = ['docs/clients/continue.md', ['@continuedev/cli@1.5.47']] as const;
const CONTINUE_COMMAND = {
  command: ['cn', '-p'],
  tool: readingTool('Read', (path) => ({ filepath: path })),
} as const;

export const continueCli: Client = agent(...CONTINUE, { ...CONTINUE_COMMAND, lacks: REPEATS_429 });

/** Clients from above, over another protocol than the first on their page. */
export const OTHER_WAYS: readonly Client[] = [
  qwenOverAnthropic,
  agent(...OPENCODE, { ...OPENCODE_COMMAND, way: { name: 'opencode-responses', number: 2 } }),
  agent(...OPENCODE, { ...OPENCODE_COMMAND, way: { name: 'opencode-anthropic', number: 3 } }),
  agent(...CONTINUE, { ...CONTINUE_COMMAND, way: { name: 'continue-anthropic', number: 2 } }),
];
