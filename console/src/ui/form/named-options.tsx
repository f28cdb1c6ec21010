interface NamedOptionsProps {
  readonly of: readonly { readonly id: string; readonly name: string }[];
}

/** The options of a select whose value is the id of something that people know by its name. */
export function NamedOptions({ of }: NamedOptionsProps) {
  return of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

interface ValueOptionsProps<Value extends string> {
  /** What each value is called. */
  readonly of: Readonly<Record<Value, string>>;
  /** Those that can be chosen, where it is not all of them. */
  readonly values?: readonly Value[];
}

/** The options of a select whose values have names of their own. */
export function ValueOptions<Value extends string>({ of, values }: ValueOptionsProps<Value>) {
  return (values ?? (Object.keys(of) as Value[])).map((value) => (
    <option key={value} value={value}>
      {of[value]}
    </option>
  ));
}
