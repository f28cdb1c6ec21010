export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What it is found by beside its name, and told apart by: an address, the beginning of a secret. */
  readonly more?: string;
}

/** Choices with what each is called in a field, no two alike: names that several have get what tells them apart. */
export function labelled(choices: readonly Choice[]): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
  return choices.map((choice) =>
    counts.get(choice.name) === 1
      ? choice
      : { ...choice, name: `${choice.name} · ${choice.more ?? choice.id.slice(-6)}` },
  );
}

/** Those that have all the words, in any case and order. */
export function matchingChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ name, more = '' }) => {
    const found = `${name} ${more}`.toLowerCase();
    return words.every((word) => found.includes(word));
  });
}
