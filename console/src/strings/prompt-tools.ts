import { counted } from './counted.ts';

export const promptToolStrings = {
  title: 'Prompt tools',
  lead: 'Have the chosen model write the prompt. Each run is billed as a call of that model.',
  template: {
    title: 'Prompt template',
    reference: 'Template',
    hint: 'A reference such as welcome@production or welcome-v3. Its messages come before the conversation.',
    unknown: 'There is no such version.',
    alone: (reference: string) => `The messages of ${reference}`,
    variable: (name: string) => `Value of ${name}`,
  },
  generate: {
    action: 'Generate',
    title: 'Generate a prompt',
    task: 'Task',
    taskHint: 'What the prompt is to achieve, for whom, and what a reply looks like.',
    submit: 'Generate',
  },
  improve: {
    action: 'Improve',
    title: 'Improve the prompt',
    problem: 'Problem',
    problemHint: 'What is wrong with the replies.',
    submit: 'Improve',
  },
  templatize: {
    action: 'Templatize',
    title: 'Templatize the prompt',
    text: 'The model replaces what differs from case to case with variables.',
    submit: 'Templatize',
  },
  /** What improve and templatize work on. */
  prompt: 'They work on the system instructions, the conversation and the message you are writing.',
  result: {
    title: 'Result',
    system: 'System instructions',
    message: (role: 'user' | 'assistant') => (role === 'user' ? 'User message' : 'Assistant message'),
    variables: 'Variables',
    working: 'Working',
    notes: 'Notes',
    use: 'Use in the playground',
    name: 'Name of the template',
    save: 'Save as a template',
    saved: (name: string) => `Saved the template ${name}.`,
    tokens: (input: string, output: string) =>
      `${counted(input, 'input token')}, ${counted(output, 'output token')}`,
  },
} as const;
