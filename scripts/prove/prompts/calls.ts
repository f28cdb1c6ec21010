const TEXT = 'Sort the message of a guest by what it is about, and reply with one word. ';

/** What version `v` of every template says, with `{{guest}}` filled in or not. */
export function promptText(guest: string): { readonly system: string; readonly user: string } {
  return { system: TEXT.repeat(4), user: `${TEXT}The message of ${guest}:` };
}

/** One that names a template. */
export function byLabel(i: number): object {
  return {
    prompt: { template: `template-${i}@production`, variables: { guest: `guest ${i}` } },
    messages: [
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'When is breakfast?' },
    ],
  };
}

/** What a call by label comes to, sent by hand. */
export function sent(i: number): object {
  const { system, user } = promptText(`guest ${i}`);
  return {
    system,
    messages: [
      { role: 'user', content: user },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'When is breakfast?' },
    ],
  };
}
