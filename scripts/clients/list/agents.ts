import { agent, readingTool } from '../agent.ts';
import type { Client } from '../client.ts';

export const qwenCode: Client = agent('docs/clients/qwen-code.md', ['@qwen-code/qwen-code@0.15.10'], {
  command: ['qwen', '--auth-type', 'openai', '-p'],
  lacks: { 'used-up plan': 'it repeats every 429 for minutes' },
  tool: readingTool('read_file', (path) => ({ file_path: path })),
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

export const opencode: Client = agent('docs/clients/opencode.md', ['opencode-ai@1.18.33'], {
  command: ['opencode', 'run'],
  // Its command wants a link that its install script makes.
  commandFolder: 'opencode-linux-x64/bin',
  tool: readingTool('read', (path) => ({ filePath: path })),
});

export const continueCli: Client = agent('docs/clients/continue.md', ['@continuedev/cli@1.5.47'], {
  command: ['cn', '-p'],
  tool: readingTool('Read', (path) => ({ filepath: path })),
});
