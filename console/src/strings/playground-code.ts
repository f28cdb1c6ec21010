import { valueNames } from './value-names.ts';

export const codeStrings = {
  title: 'Code',
  lead: 'The same call from a program. It reads one of your keys from SVC_KEY.',
  label: 'Languages',
  format: 'API format',
  formats: valueNames.apiFormats,
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
  copy: 'the code',
  leftOut: (settings: string) =>
    `Not part of this API format, or not in this form, and left out: ${settings}.`,
  nothing: 'Write a message, and the call that sends it is shown here.',
  ownOnly: 'Only these API formats take prompt templates.',
  refused:
    'Messages refuses this call: turns alternate there, and the template already ends with a message of the user. Leave the message empty, or use chat completions.',
} as const;
