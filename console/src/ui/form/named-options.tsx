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
