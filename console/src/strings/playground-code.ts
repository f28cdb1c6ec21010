export const codeStrings = {
  title: 'Code',
  lead: 'The same call from a program. It reads one of your keys from SVC_KEY.',
  label: 'Languages',
  door: 'API',
  doors: {
    messages: 'Messages',
    chat: 'Chat completions',
    openai: 'OpenAI chat completions',
    anthropic: 'Anthropic messages',
  },
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
  copy: 'the code',
  leftOut: (settings: string) => `Not part of this API, or not in this form, and left out: ${settings}.`,
  example: 'Hello',
} as const;
