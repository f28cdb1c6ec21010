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

/** The options of a select by their values. */
export function ValueOptions({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
